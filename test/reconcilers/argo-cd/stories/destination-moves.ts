import assert from 'node:assert/strict';

import { homeCluster, secondCluster } from '../../placed.ts';
import { changesIn } from '../fleet-set.ts';
import { movedChild } from '../moved-child.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title:
    'The destination of an Application becomes another cluster, and what it has in the old one stays there',
  secondCluster: true,
  tell: (place) => ({
    ...movedChild(place),
    check: ({ review, predicted }) => {
      const application = `Application ${place.name}-child`;
      assert.deepEqual(changesIn(homeCluster, predicted), [[application, 'configured']]);
      assert.deepEqual(changesIn(secondCluster, predicted), [
        ['ConfigMap a', 'created'],
        ['ConfigMap b', 'created'],
      ]);
      assert.deepEqual(
        review.gaps.map(({ kind }) => kind),
        ['inventory-unreadable'],
      );
    },
  }),
};
