import assert from 'node:assert/strict';
import { after, before, it, mock } from 'node:test';

import { untilSo, type News } from './wait.ts';

/** No clock of the machine, which may be busy: waiting is what makes time pass. */
const quiet: News = {
  next: async (milliseconds) => {
    mock.timers.tick(milliseconds);
    await Promise.resolve();
  },
  end: () => undefined,
};
const short = { silent: 60, most: 10_000, again: 20 };

before(() => {
  mock.timers.enable({ apis: ['Date'] });
});

after(() => {
  mock.timers.reset();
});

it('says what it waited for and what is there when nothing goes on', async () => {
  const wait = { what: () => 'for a: a is Unknown', isSo: () => false, progress: () => 'none' };
  await assert.rejects(untilSo(wait, quiet, short), /^Error: after 0\.06 s .* waited for a: a is Unknown$/u);
});

it('waits longer than its patience as long as something goes on', async () => {
  const start = Date.now();
  let steps = 0;
  const progress = (): string => String((steps += 1));
  await untilSo({ what: () => 'for time', isSo: () => Date.now() - start > 200, progress }, quiet, short);
  assert.ok(steps > 1);
});

it('ends although something goes on for ever', async () => {
  const start = Date.now();
  const wait = { what: () => 'for ever', isSo: () => false, progress: () => String(Date.now()) };
  await assert.rejects(untilSo(wait, quiet, { ...short, most: 150 }), /after 0\.15 s .* waited for ever/u);
  assert.ok(Date.now() - start >= 150);
});

it('asks again until what was lost is heard', async () => {
  let asked = 0;
  const again = async (): Promise<void> => {
    asked += 1;
    await Promise.resolve();
  };
  await untilSo({ what: () => '', isSo: () => asked === 2, progress: () => '', again }, quiet, short);
  assert.equal(asked, 2);
});

it('does not wait for a program that has ended', async () => {
  const news: News = { ...quiet, end: () => async () => Promise.resolve('redis ended: out of memory') };
  const wait = { what: () => '', isSo: () => false, progress: () => '' };
  await assert.rejects(untilSo(wait, news, { ...short, silent: 10_000 }), /redis ended: out of memory/u);
});
