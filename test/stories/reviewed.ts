/** A pull request on the stand-in -> what a person sees of it once the App is done. */
import { setTimeout as sleep } from 'node:timers/promises';

import type { OpenedPullRequest } from '../github/opened-pull-request.ts';
import type { CheckRun } from '../github/state.ts';

const patienceMs = 120_000;

/** Looks until there is something to see; throws with `what` when that takes too long. */
export async function until<Seen>(
  look: () => Seen | undefined | false,
  what: () => string = () => 'nothing came of it',
): Promise<Seen> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const seen = look();
    if (seen !== undefined && seen !== false) return seen;
    if (Date.now() > deadline) throw new Error(what());
    await sleep(30);
  }
}

/** Waits until so many check runs of the current head have concluded and none is under way. Oldest first. */
export async function concluded(pull: OpenedPullRequest, runs = 1): Promise<readonly CheckRun[]> {
  return until(
    () => {
      const all = pull.checkRuns();
      return all.length >= runs && all.every(({ status }) => status === 'completed') && all;
    },
    () => {
      const states = pull.checkRuns().map(({ status, conclusion }) => `${status} ${String(conclusion)}`);
      return `of ${runs} checks on pull request ${pull.number} there are: ${states.join(', ') || 'none'}`;
    },
  );
}

/** Bodies of the comments, oldest first. */
export function bodiesOf(pull: OpenedPullRequest): readonly string[] {
  return pull.comments().map(({ body }) => body);
}
