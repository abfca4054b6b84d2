import assert from 'node:assert/strict';

import { applicationSet, folder, inGit, root } from '../application-set.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A folder moves away from under a generator, which then gives nothing: all is deleted',
  tell: (place) => {
    const set = applicationSet(
      place,
      {
        generators: [
          { git: { repoURL: place.repoURL, revision: 'main', directories: [{ path: 'teams/*' }] } },
        ],
      },
      { name: '{{path.basename}}', path: '{{path}}' },
    );
    return {
      base: { ...inGit(set), ...folder('teams/red', 'red'), ...folder('teams/blue', 'blue') },
      head: {
        'teams/red/all.yaml': null,
        'teams/blue/all.yaml': null,
        ...folder('groups/red', 'red'),
        ...folder('groups/blue', 'blue'),
      },
      cluster: [root(place)],
      syncs: false,
      check: ({ applications }) => {
        assert.deepEqual([...applications.keys()], [`${place.name}-root`]);
      },
    };
  },
};
