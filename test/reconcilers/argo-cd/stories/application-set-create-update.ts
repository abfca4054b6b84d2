import assert from 'node:assert/strict';

import { applicationSet, folder, inGit, root } from '../application-set.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A set that may not delete loses an element, and its Application stays with all that it deployed',
  tell: (place) => {
    const set = (...names: readonly string[]) =>
      applicationSet(
        place,
        {
          generators: [{ list: { elements: names.map((name) => ({ name })) } }],
          syncPolicy: { applicationsSync: 'create-update' },
        },
        { name: '{{name}}', path: 'teams/{{name}}' },
      );
    return {
      base: {
        ...inGit(set('red', 'blue')),
        ...folder('teams/red', 'red'),
        ...folder('teams/blue', 'blue'),
      },
      head: { ...inGit(set('red')), ...folder('teams/blue', 'blue', 'Blue') },
      cluster: [root(place)],
      syncs: true,
      check: ({ applications }) => {
        assert.equal(applications.has(`${place.name}-blue`), true);
      },
    };
  },
};
