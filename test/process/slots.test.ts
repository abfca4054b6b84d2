import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';

import { slots } from '../../src/process/slots.ts';

test('work runs in its order, never more at a time than there are slots, also when some fails', async () => {
  const two = slots(2);
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const all = [1, 2, 3, 4, 5].map(async (number) =>
    two.run(async () => {
      started.push(number);
      running += 1;
      most = Math.max(most, running);
      await setImmediate();
      running -= 1;
      if (number === 2) throw new Error('no');
      return number;
    }),
  );
  const results = await Promise.allSettled(all);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
  );
  assert.deepEqual(started, [1, 2, 3, 4, 5]);
  assert.equal(most, 2);
});
