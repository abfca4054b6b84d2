/** The verdict table: from what a review found to the check's conclusion. */
import type { Change } from '../diff/change.ts';
import type { Finding } from '../risk/finding.ts';

export const conclusions = ['success', 'action_required', 'failure', 'cancelled', 'timed_out'] as const;
export type Conclusion = (typeof conclusions)[number];

/** What ends a review before it has an answer. */
export type Ended = 'superseded' | 'deadline';

/** What is left out did not happen. */
export interface Outcome {
  readonly changes: readonly Pick<Change, 'action'>[];
  readonly findings: readonly Pick<Finding, 'severity' | 'fingerprint'>[];
  /** Units whose head does not render. */
  readonly headFailures: number;
  /** Errors in either configuration. */
  readonly configErrors?: number;
  /** Paths that do not merge. */
  readonly mergeConflicts?: number;
  /** Fingerprints that count as approved. */
  readonly approved?: ReadonlySet<string>;
  /** A person holds the pull request. */
  readonly held?: boolean;
  readonly ended?: Ended | undefined;
}

const failing: ReadonlySet<string> = new Set(['refused', 'conflict']);

function fails({ configErrors = 0, mergeConflicts = 0, headFailures, changes }: Outcome): boolean {
  const refused = changes.some(({ action }) => failing.has(action));
  return refused || configErrors + mergeConflicts + headFailures > 0;
}

function needsDecision({ findings, approved, held = false }: Outcome): boolean {
  return (
    held ||
    findings.some(({ severity, fingerprint }) => severity === 'block' && approved?.has(fingerprint) !== true)
  );
}

/** The first that applies; there is one for every outcome, also for a review that no unit is in. */
export function decide(outcome: Outcome): Conclusion {
  if (outcome.ended === 'superseded') return 'cancelled';
  if (outcome.ended === 'deadline') return 'timed_out';
  if (fails(outcome)) return 'failure';
  return needsDecision(outcome) ? 'action_required' : 'success';
}
