/** The verdict table: from how a piece of work ended to the check's conclusion. */
import type { Change } from '../diff/change.ts';
import type { Finding } from '../risk/finding.ts';

export const conclusions = ['success', 'action_required', 'failure', 'cancelled', 'timed_out'] as const;
export type Conclusion = (typeof conclusions)[number];

export interface Compared {
  readonly kind: 'compared';
  readonly changes: readonly Pick<Change, 'action'>[];
  readonly findings: readonly Pick<Finding, 'severity'>[];
  /** Units whose head does not render. */
  readonly headFailures: number;
}

export type Ending =
  | Compared
  /** Head does not merge onto base. */
  | { readonly kind: 'conflict' }
  /** The configuration is bad, or something that the review needs is not to be had. */
  | { readonly kind: 'failed' }
  /** A person has to act before anything is looked at. */
  | { readonly kind: 'held' }
  | { readonly kind: 'superseded' }
  | { readonly kind: 'timed-out' };

/** There is one for every ending, also for a review that no unit is in. */
export function decide(ending: Ending): Conclusion {
  switch (ending.kind) {
    case 'superseded':
      return 'cancelled';
    case 'timed-out':
      return 'timed_out';
    case 'failed':
    case 'conflict':
      return 'failure';
    case 'held':
      return 'action_required';
    case 'compared':
      return decideCompared(ending);
    default:
      return ending satisfies never;
  }
}

const failing: ReadonlySet<string> = new Set(['refused', 'conflict']);

/** The first that applies. */
function decideCompared({ changes, findings, headFailures }: Compared): Conclusion {
  if (headFailures > 0 || changes.some(({ action }) => failing.has(action))) return 'failure';
  return findings.some(({ severity }) => severity === 'block') ? 'action_required' : 'success';
}
