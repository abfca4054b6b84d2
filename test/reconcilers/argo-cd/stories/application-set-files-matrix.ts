import assert from 'node:assert/strict';

import { stringify } from 'yaml';

import { applicationSet, folder, inGit, root } from '../application-set.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A matrix of files and folders follows a file that names one folder more',
  tell: (place) => {
    const git = { repoURL: place.repoURL, revision: 'main' };
    const set = applicationSet(
      place,
      {
        goTemplate: true,
        goTemplateOptions: ['missingkey=error'],
        generators: [
          {
            matrix: {
              generators: [
                { git: { ...git, files: [{ path: 'config/*.yaml' }], pathParamPrefix: 'file' } },
                { git: { ...git, directories: [{ path: '{{ .folder }}/*' }] } },
              ],
            },
            selector: { matchLabels: { stage: 'live' } },
          },
        ],
      },
      {
        name: '{{ .file.path.filenameNormalized | trimSuffix ".yaml" }}-{{ index .path.segments 1 }}',
        path: '{{ .path.path }}',
        metadata: { annotations: { copies: '{{ .copies }}' } },
      },
    );
    const config = (folderName: string, stage: string): string =>
      stringify({ folder: folderName, stage, copies: 12_000_000 });
    return {
      base: {
        ...inGit(set),
        'config/one.yaml': config('teams', 'live'),
        'config/two.yaml': config('groups', 'draft'),
        ...folder('teams/red', 'red'),
        ...folder('groups/blue', 'blue'),
      },
      head: { 'config/two.yaml': config('groups', 'live'), ...folder('teams/red', 'red', 'Red') },
      cluster: [root(place)],
      syncs: true,
      check: ({ applications }) => {
        assert.deepEqual([...applications.keys()].toSorted(), [
          `${place.name}-one-red`,
          `${place.name}-root`,
          `${place.name}-two-blue`,
        ]);
      },
    };
  },
};
