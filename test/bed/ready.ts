/** A condition and the programs that it depends on -> met, or an error with the last words of the one that ended. */
import { setTimeout as sleep } from 'node:timers/promises';

import { BedError } from './bed-error.ts';
import type { Running } from './household.ts';

const pollMs = 50;
const patienceMs = 180_000;

export async function untilReady(running: Running, condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await condition())) {
    if (running.ended())
      throw new BedError(`${running.name} ended before it was ready:\n${await running.lastWords()}`);
    if (Date.now() > deadline) {
      throw new BedError(`${running.name} is not ready after three minutes:\n${await running.lastWords()}`);
    }
    await sleep(pollMs);
  }
}
