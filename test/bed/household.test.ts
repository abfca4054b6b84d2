import assert from 'node:assert/strict';
import { it } from 'node:test';

import { BedError } from './bed-error.ts';
import { openHousehold } from './household.ts';
import { untilReady } from './ready.ts';

const never = async (): Promise<boolean> => Promise.resolve(false);

it('quotes the last words of a program that ends before it is ready', async () => {
  const household = await openHousehold();
  try {
    const args = ['-c', 'echo the port is taken >&2; exit 3'];
    const running = household.start({ name: 'server', file: '/bin/sh', args });
    await assert.rejects(untilReady(running, never), (error) => {
      assert.ok(error instanceof BedError);
      assert.equal(error.message, 'server ended before it was ready:\nthe port is taken');
      return true;
    });
  } finally {
    await household.end();
  }
});

it('says so when a program cannot be started at all', async () => {
  const household = await openHousehold();
  try {
    const running = household.start({ name: 'server', file: '/nowhere/server', args: [] });
    await assert.rejects(
      untilReady(running, never),
      /server ended before it was ready:\nspawn \/nowhere\/server ENOENT/u,
    );
  } finally {
    await household.end();
  }
});

it('lets programs of Go collect their garbage seldom, if nobody says otherwise', async () => {
  const household = await openHousehold();
  try {
    const args = ['-c', 'echo "collects at $GOGC of $HOME"; exit 3'];
    for (const [env, said] of [
      [{ HOME: 'elsewhere' }, 'collects at 400 of elsewhere'],
      [{ HOME: 'elsewhere', GOGC: '50' }, 'collects at 50 of elsewhere'],
    ] as const) {
      const running = household.start({ name: said, file: '/bin/sh', args, env });
      await assert.rejects(untilReady(running, never), {
        message: `${said} ended before it was ready:\n${said}`,
      });
    }
  } finally {
    await household.end();
  }
});
