/** A unit and what becomes of its objects -> what else its reconciler does then, in its own words. */
import type { Action, Comparison } from '../diff/change.ts';
import type { Mask, Masked } from '../object/masked.ts';
import type { Sided } from '../reconciler/pairs.ts';
import { isChanging } from '../report/tally.ts';

const applied: ReadonlySet<Action> = new Set(['created', 'adopted', 'configured', 'unchanged', 'recreated']);

/** None where nothing changes: then nothing starts an apply for which the pull request stands. */
export function notesOn(
  { unit, reconciler }: Sided,
  comparisons: readonly Comparison[],
  mask: Mask,
): readonly Masked[] {
  if (!comparisons.some(({ change }) => isChanging(change))) return [];
  const outcomes = comparisons.map(({ change, before, after }) => ({
    before,
    after,
    applied: applied.has(change.action),
  }));
  return reconciler.notes(unit, outcomes).map((note) => mask.text(note));
}
