import assert from 'node:assert/strict';

import { applicationSet, folder, inGit, root } from '../application-set.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A set that may only create makes one Application more, and changes and deletes none',
  tell: (place) => {
    const set = (stage: string, ...names: readonly string[]) =>
      applicationSet(
        place,
        {
          generators: [{ list: { elements: names.map((name) => ({ name })) } }],
          syncPolicy: { applicationsSync: 'create-only' },
        },
        { name: '{{name}}', path: 'teams/{{name}}', metadata: { labels: { stage } } },
      );
    return {
      base: {
        ...inGit(set('old', 'red', 'blue')),
        ...folder('teams/red', 'red'),
        ...folder('teams/blue', 'blue'),
      },
      head: {
        ...inGit(set('new', 'red', 'green')),
        ...folder('teams/red', 'red', 'Red'),
        ...folder('teams/green', 'green'),
      },
      cluster: [root(place)],
      syncs: true,
      check: ({ applications }) => {
        assert.deepEqual([...applications.keys()].toSorted(), [
          `${place.name}-blue`,
          `${place.name}-green`,
          `${place.name}-red`,
          `${place.name}-root`,
        ]);
      },
    };
  },
};
