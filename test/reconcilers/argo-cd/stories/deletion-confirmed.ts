import assert from 'node:assert/strict';

import { configMap, manifest } from '../../manifests.ts';
import { applicationSet, folder, inGit, root } from '../application-set.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title:
    'One object is to be deleted only when a person confirms it, and its whole Application stays until then',
  versions: ['3.5', '3.2'],
  tell: (place) => {
    const set = (...names: readonly string[]) =>
      applicationSet(
        place,
        { generators: [{ list: { elements: names.map((name) => ({ name })) } }] },
        { name: '{{name}}', path: 'teams/{{name}}' },
      );
    const asked = configMap(
      'asked',
      { n: '1' },
      { annotations: { 'argocd.argoproj.io/sync-options': 'Delete=confirm' } },
    );
    return {
      base: {
        ...inGit(set('red', 'blue')),
        ...folder('teams/red', 'red'),
        ...folder('teams/blue', 'blue'),
        'teams/blue/asked.yaml': manifest(asked),
      },
      head: inGit(set('red')),
      cluster: [root(place)],
      syncs: true,
      check: ({ predicted, review }) => {
        const ofBlue = predicted.filter(({ unit }) => unit.endsWith(`${place.name}-blue`));
        assert.deepEqual(ofBlue.map(({ identity, action }) => `${identity.name} ${action}`).toSorted(), [
          'asked skipped',
          'blue-a skipped',
          'blue-b skipped',
        ]);
        assert.match(JSON.stringify(review), /until a person confirms it/u);
      },
    };
  },
};
