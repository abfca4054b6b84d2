import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInFlight } from '../../src/app/in-flight.ts';

test('a newer review of a pull request starts only after the older one was told to stop and has ended', async () => {
  const story: string[] = [];
  const inFlight = createInFlight(() => story.push('failed'));
  const started = Promise.withResolvers<undefined>();
  inFlight.start('o/r#1', async (superseded) => {
    story.push('first starts');
    started.resolve(undefined);
    await new Promise((resolve) => superseded.addEventListener('abort', resolve, { once: true }));
    story.push('first ends');
  });
  await started.promise;
  inFlight.start('o/r#1', () => {
    story.push('second');
    return Promise.resolve();
  });
  await inFlight.settled();
  assert.deepEqual(story, ['first starts', 'first ends', 'second']);
});

test('of those that come while one ends, only the newest is started', async () => {
  const story: string[] = [];
  const inFlight = createInFlight(() => story.push('failed'));
  const tell = (what: string) => async (): Promise<void> => {
    story.push(what);
    return Promise.resolve();
  };
  for (const what of ['first', 'second', 'third']) inFlight.start('o/r#1', tell(what));
  await inFlight.settled();
  assert.deepEqual(story, ['third']);
});

test('reviews of two pull requests do not wait for each other', async () => {
  const both = Promise.withResolvers<undefined>();
  const inFlight = createInFlight((_, error) => both.reject(error));
  let arrived = 0;
  const meet = async (): Promise<void> => {
    arrived += 1;
    if (arrived === 2) both.resolve(undefined);
    await both.promise;
  };
  inFlight.start('o/r#1', meet);
  inFlight.start('o/r#2', meet);
  await inFlight.settled();
  assert.equal(arrived, 2);
});

test('a review that fails is reported with its pull request and does not stop the next one', async () => {
  const failures: string[] = [];
  const inFlight = createInFlight((pullRequest, error) => failures.push(`${pullRequest}: ${String(error)}`));
  inFlight.start('o/r#1', () => Promise.reject(new Error('no disk')));
  await inFlight.settled();
  let ran = false;
  inFlight.start('o/r#1', () => {
    ran = true;
    return Promise.resolve();
  });
  await inFlight.settled();
  assert.deepEqual(failures, ['o/r#1: Error: no disk']);
  assert.ok(ran);
});
