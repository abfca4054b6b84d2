/** A review's end -> the exit code of the command line. */
import type { Change } from '../diff/change.ts';
import type { Conclusion } from './decide.ts';

export type ExitCode = 0 | 1 | 2;

export interface Ending {
  readonly conclusion: Conclusion;
  /** The configuration is bad, the sides do not merge, or head does not render. */
  readonly unreviewable: boolean;
  readonly changes: readonly Pick<Change, 'action'>[];
  /** Whether anything could not be seen that a comparison needs. */
  readonly unseen: boolean;
}

/** 0 success; 1 a decision is needed, or something would be refused; 2 it could not be reviewed. */
export function exitCode({ conclusion, unreviewable }: Ending): ExitCode {
  switch (conclusion) {
    case 'success':
      return 0;
    case 'action_required':
      return 1;
    case 'failure':
      return unreviewable ? 2 : 1;
    case 'cancelled':
    case 'timed_out':
      return 2;
    default:
      return conclusion satisfies never;
  }
}

const erroneous: ReadonlySet<string> = new Set(['refused', 'conflict', 'not-reached', 'gap']);
const same: ReadonlySet<string> = new Set(['unchanged', 'skipped', 'orphaned', 'unpruned', 'handed-over']);

/** `kubectl diff`'s contract: 0 no difference, 1 a difference, above 1 an error. An object that stays is no difference. */
export function diffExitCode({ conclusion, unreviewable, changes, unseen }: Ending): ExitCode {
  const ended = conclusion === 'cancelled' || conclusion === 'timed_out';
  if (unreviewable || unseen || ended || changes.some(({ action }) => erroneous.has(action))) return 2;
  return changes.some(({ action }) => !same.has(action)) ? 1 : 0;
}
