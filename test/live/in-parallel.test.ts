import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { test } from 'node:test';

import { inParallel } from '../../src/live/in-parallel.ts';

test('Results stand in the order of the items, and never more than the width are under way', async () => {
  let [underWay, most] = [0, 0];
  const results = await inParallel([30, 10, 20, 5], 2, async (milliseconds) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await setTimeout(milliseconds);
    underWay -= 1;
    return milliseconds;
  });
  assert.deepEqual(results, [30, 10, 20, 5]);
  assert.equal(most, 2);
});

test('After a failure nothing more is begun', async () => {
  const begun: number[] = [];
  const failed = Promise.withResolvers<void>();
  const work = inParallel([1, 2, 3, 4, 5, 6], 2, async (item) => {
    begun.push(item);
    if (item === 1) throw new Error('one failed');
    await failed.promise;
  });
  await assert.rejects(work, /one failed/u);
  failed.resolve();
  await setTimeout(50);
  assert.deepEqual(begun, [1, 2]);
});
