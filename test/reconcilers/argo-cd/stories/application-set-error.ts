import assert from 'node:assert/strict';

import { applicationSet, folder, inGit, root } from '../application-set.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A template misses a key: the set makes and deletes nothing, and what it made goes on syncing',
  tell: (place) => {
    const set = (names: readonly string[], path: string) =>
      applicationSet(
        place,
        {
          goTemplate: true,
          goTemplateOptions: ['missingkey=error'],
          generators: [{ list: { elements: names.map((name) => ({ name })) } }],
        },
        { name: '{{ .name }}', path },
      );
    return {
      base: {
        ...inGit(set(['red', 'blue'], 'teams/{{ .name }}')),
        ...folder('teams/red', 'red'),
        ...folder('teams/blue', 'blue'),
      },
      head: { ...inGit(set(['red'], 'teams/{{ .nome }}')), ...folder('teams/red', 'red', 'Red') },
      cluster: [root(place)],
      syncs: true,
      check: ({ applications }) => {
        assert.deepEqual([...applications.keys()].toSorted(), [
          `${place.name}-blue`,
          `${place.name}-red`,
          `${place.name}-root`,
        ]);
      },
    };
  },
};
