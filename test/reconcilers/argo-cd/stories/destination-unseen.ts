import assert from 'node:assert/strict';

import { secondCluster } from '../../placed.ts';
import { changesIn } from '../fleet-set.ts';
import { movedChild } from '../moved-child.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title:
    'The destination becomes another cluster, and no path that the Application names changes: nothing is synced there',
  secondCluster: true,
  tell: (place) => ({
    ...movedChild(place, { 'argocd.argoproj.io/manifest-generate-paths': '.' }),
    check: ({ review, predicted }) => {
      assert.deepEqual(changesIn(secondCluster, predicted), [
        ['ConfigMap a', 'skipped'],
        ['ConfigMap b', 'skipped'],
      ]);
      const moved = review.units.find(({ id }) => id.endsWith('-child'));
      assert.equal(moved?.target.cluster, secondCluster);
      assert.equal(moved.applies.when, 'at the next manual sync');
    },
  }),
};
