/** What becomes of a unit's objects -> what else its sync does: hooks that run once more, Rollouts that go by steps, objects of two Applications. */
import type { Mask, Masked } from '../../../object/masked.ts';
import type { Outcome } from '../../unit-record.ts';
import type { Unit } from '../../unit.ts';
import { hookNotes } from './hook-notes.ts';
import { rolloutNotes } from './rollout-notes.ts';
import { sharedNotes } from './claimed-twice.ts';

export function notesOn(unit: Unit, outcomes: readonly Outcome[], mask: Mask): readonly Masked[] {
  const applied = outcomes.filter((outcome) => outcome.applied);
  return [
    ...hookNotes(
      applied.flatMap(({ after }) => after ?? []),
      mask,
    ),
    ...applied.flatMap((outcome) => rolloutNotes(outcome, mask)),
    ...sharedNotes(unit, applied, mask),
  ];
}
