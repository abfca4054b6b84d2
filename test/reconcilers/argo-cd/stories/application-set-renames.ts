import assert from 'node:assert/strict';

import { applicationSet, folder, inGit, root } from '../application-set.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A set that preserves resources renames its Applications, and the new ones take over what runs',
  tell: (place) => {
    const set = (name: string) =>
      applicationSet(
        place,
        {
          goTemplate: true,
          generators: [{ list: { elements: [{ team: 'red' }, { team: 'blue' }] } }],
          syncPolicy: { preserveResourcesOnDeletion: true },
        },
        { name, path: 'teams/{{ .team }}' },
      );
    return {
      base: {
        ...inGit(set('{{ .team }}')),
        ...folder('teams/red', 'red'),
        ...folder('teams/blue', 'blue'),
      },
      head: inGit(set('team-{{ .team }}')),
      cluster: [root(place)],
      syncs: true,
      check: ({ applications }) => {
        assert.deepEqual([...applications.keys()].toSorted(), [
          `${place.name}-root`,
          `${place.name}-team-blue`,
          `${place.name}-team-red`,
        ]);
      },
    };
  },
};
