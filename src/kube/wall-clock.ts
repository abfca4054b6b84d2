/** The machine's time as a Clock. */
import { setTimeout as wait } from 'node:timers/promises';

import type { Clock } from '../live/clock.ts';

export const wallClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    await wait(milliseconds, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  },
  deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
};
