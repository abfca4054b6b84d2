/** What git said of a server that did not do what it was asked -> whether it may do so in a moment. */
import { setTimeout as sleep } from 'node:timers/promises';

import type { Bench } from './ask.ts';
import type { Git, GitOutcome } from './git.ts';

/** In milliseconds, before each further try. */
const pauses = [1000, 4000];

/** As remote-curl.c and curl say it, in git 2.38 to 2.51; `HTTP 502 curl 22` is of a request with a body. */
const refused = /(?:returned error:|HTTP) 4\d\d|Authentication failed|could not read Username/u;
const down =
  /(?:returned error:|HTTP) 5\d\d|RPC failed|unable to access|hung up unexpectedly|unexpected disconnect/u;

export type ServerFault = 'refused' | 'down';

/** Undefined where the server is not to blame. */
export function serverFaultOf(outcome: GitOutcome): ServerFault | undefined {
  if (outcome.kind !== 'exited' || outcome.code === 0) return undefined;
  if (refused.test(outcome.stderr)) return 'refused';
  return down.test(outcome.stderr) ? 'down' : undefined;
}

/** For questions to a server: asks again where it was down. */
export function patient(bench: Bench): Bench {
  const git: Git = {
    async run(command) {
      let outcome = await bench.git.run(command);
      for (const pause of pauses) {
        if (serverFaultOf(outcome) !== 'down' || command.signal?.aborted === true) return outcome;
        // Once the review is no longer wanted, git itself says so.
        await sleep(pause, undefined, { signal: command.signal }).catch(() => undefined);
        outcome = await bench.git.run(command);
      }
      return outcome;
    },
  };
  return { ...bench, git };
}
