/** The verdict table: from what a review found to the check's conclusion. */
import type { Change } from '../diff/change.ts';
import type { Finding } from '../risk/finding.ts';

export const conclusions = ['success', 'action_required', 'failure', 'cancelled', 'timed_out'] as const;
export type Conclusion = (typeof conclusions)[number];

export interface Outcome {
  readonly changes: readonly Pick<Change, 'action'>[];
  readonly findings: readonly Pick<Finding, 'severity'>[];
  /** Units whose head does not render. */
  readonly headFailures: number;
}

const failing: ReadonlySet<string> = new Set(['refused', 'conflict']);

/** The first that applies; there is one for every outcome, also for a review that no unit is in. */
export function decide({ changes, findings, headFailures }: Outcome): Conclusion {
  if (headFailures > 0 || changes.some(({ action }) => failing.has(action))) return 'failure';
  return findings.some(({ severity }) => severity === 'block') ? 'action_required' : 'success';
}
