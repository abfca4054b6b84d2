import assert from 'node:assert/strict';

import { dry, hydrated, hydratedApplication, hydratedBranch } from '../hydrated.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'Somebody changed what a hydrator wrote: the review says so, and the hydrator takes it back',
  tell: (place) => ({
    base: dry('1'),
    head: dry('2'),
    cluster: [hydratedApplication(place)],
    prepare: async () => place.hydrate(hydratedBranch, hydrated('1', 5)),
    later: async () => place.hydrate(hydratedBranch, hydrated('2')),
    syncs: true,
    check: ({ review }) => {
      const found = review.findings.filter(({ title }) => title.startsWith('What is hydrated is not'));
      assert.equal(found.length, 1);
      assert.match(found[0]?.detail ?? '', /1 objects differ \(Deployment web\)/u);
    },
  }),
};
