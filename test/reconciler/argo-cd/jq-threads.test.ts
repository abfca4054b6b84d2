import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { JqThreads } from '../../../src/reconciler/argo-cd/ignore/jq-threads.ts';
import { Timeouts } from '../../../src/reconciler/argo-cd/ignore/timeouts.ts';

const echo = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ input }) => parentPort.postMessage({ stdout: input, exitCode: 0 }));
`;

test('A thread that did not start is started again at the next question, and then kept', async (t) => {
  let starts = 0;
  const threads = new JqThreads(async () => {
    starts += 1;
    if (starts === 1) return await Promise.reject(new Error('jq did not start'));
    const worker = new Worker(echo, { eval: true });
    t.after(async () => {
      await worker.terminate();
    });
    return worker;
  });
  const question = { program: '.', input: '{}' };
  await assert.rejects(threads.ask(question), /jq did not start/u);
  assert.deepEqual(await threads.ask(question), { stdout: '{}', exitCode: 0 });
  assert.deepEqual(await threads.ask(question), { stdout: '{}', exitCode: 0 });
  assert.equal(starts, 2);
});

test('An expression that took too long three times is left alone for ten minutes', () => {
  let now = 0;
  const timeouts = new Timeouts(() => now);
  const late = (): boolean => {
    timeouts.add('repeat(.)');
    return timeouts.isTooMany('repeat(.)');
  };
  assert.deepEqual([late(), late(), late()], [false, false, true]);
  assert.equal(timeouts.isTooMany('.data'), false);
  now = 600_000;
  assert.equal(timeouts.isTooMany('repeat(.)'), true);
  now = 600_001;
  assert.deepEqual([timeouts.isTooMany('repeat(.)'), late()], [false, false]);
});

test('Only the last thousand expressions that took too long are remembered', () => {
  const timeouts = new Timeouts(() => 0);
  for (let index = 0; index <= 1000; index += 1)
    for (let time = 0; time < 3; time += 1) timeouts.add(`.${index}`);
  assert.deepEqual(
    ['.0', '.1', '.1000'].map((each) => timeouts.isTooMany(each)),
    [false, true, true],
  );
});
