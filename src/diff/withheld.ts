/** A verdict on an object that may not be shown -> the verdict without all that depends on what the object holds. */
import { words } from '../object/masked.ts';
import type { Gap, GapKind } from '../object/gap.ts';
import type { Action } from './change.ts';
import type { Subject } from './subject.ts';
import type { Verdict } from './verdict.ts';

/** Their words may be a server's about what exists. */
const wordy: ReadonlySet<GapKind> = new Set(['cluster-unreachable', 'cluster-timeout']);

/**
 * Whether a field conflicts, whether a change is refused, and whether there is one, differ with the value that lives: each
 * would tell whether a guess in the manifest is right. What the server says, it says with live values.
 */
export function withheld(verdict: Verdict, subject: Subject): Verdict {
  const { action, by, gap } = verdict;
  if (gap !== undefined) return unseen(verdict, gap);
  if (action === 'refused' && by !== 'server') return verdict;
  const { live } = subject.answer;
  if (live.kind === 'gap') return { action: 'gap', by: undefined, message: live.gap.why, gap: live.gap };
  if (!dependsOnLive(verdict, subject)) return verdict;
  const known = subject.claim.managed ? 'configured' : 'adopted';
  return { action: known, by: undefined, message: undefined, gap: undefined };
}

function unseen(verdict: Verdict, gap: Gap): Verdict {
  if (!wordy.has(gap.kind)) return verdict;
  const why = words`The API server gave no prediction; its words may quote what exists, and are not shown.`;
  return { ...verdict, message: why, gap: { ...gap, why } };
}

const byLive: ReadonlySet<Action> = new Set(['refused', 'conflict', 'unchanged']);

/** Of itself a patch makes nothing anew: it does where the server does not take it for what lives. */
function dependsOnLive({ action }: Verdict, { answer: { attempt } }: Subject): boolean {
  return byLive.has(action) || (action === 'recreated' && attempt.kind !== 'recreate');
}
