import assert from 'node:assert/strict';

import { applicationSet, folder, inGit, root } from '../application-set.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A list loses an element, and all that its Application deployed goes with it',
  tell: (place) => {
    const set = (...names: readonly string[]) =>
      applicationSet(
        place,
        { generators: [{ list: { elements: names.map((name) => ({ name })) } }] },
        { name: '{{name}}', path: 'teams/{{name}}' },
      );
    return {
      base: {
        ...inGit(set('red', 'blue', 'green')),
        ...folder('teams/red', 'red'),
        ...folder('teams/blue', 'blue'),
        ...folder('teams/green', 'green'),
      },
      head: { ...inGit(set('red', 'green')), ...folder('teams/green', 'green', 'Green') },
      cluster: [root(place)],
      syncs: true,
      check: ({ applications }) => {
        assert.equal(applications.has(`${place.name}-blue`), false);
        assert.equal(applications.has(`${place.name}-red`), true);
      },
    };
  },
};
