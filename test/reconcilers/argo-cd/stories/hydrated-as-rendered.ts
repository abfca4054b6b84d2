import assert from 'node:assert/strict';

import { dry, hydrated, hydratedApplication, hydratedBranch } from '../hydrated.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'What a hydrator wrote is what its source renders, and the change lands once it has written again',
  versions: ['3.5', '3.2'],
  tell: (place) => ({
    base: dry('1'),
    head: dry('2'),
    cluster: [hydratedApplication(place)],
    prepare: async () => place.hydrate(hydratedBranch, hydrated('1')),
    later: async () => place.hydrate(hydratedBranch, hydrated('2')),
    syncs: true,
    check: ({ review }) => {
      assert.equal(review.units.length, 1);
      assert.deepEqual(
        review.findings.filter(({ title }) => title.startsWith('What is hydrated is not')),
        [],
      );
    },
  }),
};
