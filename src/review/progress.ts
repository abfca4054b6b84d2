/** Units that are done one by one -> partial reviews, at once for the first and then not too often. */
import type { Clock } from '../live/clock.ts';
import type { Step, World } from './world.ts';

/** Each partial costs an edit of the comment, and GitHub asks for a second between writes. */
const everyMs = 10_000;

export interface Progress<Unit> {
  /** Tells of all that is done so far, unless it was just told or nothing is left to wait for. */
  done(unit: Unit): void;
}

export function createProgress<Unit>(
  clock: Clock,
  total: number,
  tell: (done: readonly Unit[], pending: number) => void,
): Progress<Unit> {
  const finished: Unit[] = [];
  let told = -Infinity;
  return {
    done(unit) {
      finished.push(unit);
      const pending = total - finished.length;
      if (pending === 0 || clock.now() - told < everyMs) return;
      told = clock.now();
      tell(finished, pending);
    },
  };
}

export interface Steps {
  /** Counts one more as done when the work is. */
  after<Result>(work: Promise<Result>): Promise<Result>;
}

export function createSteps({ onStep }: World, doing: Step['doing'], of: number): Steps {
  let done = 0;
  onStep({ doing, done, of });
  return {
    async after(work) {
      const result = await work;
      done += 1;
      onStep({ doing, done, of });
      return result;
    },
  };
}
