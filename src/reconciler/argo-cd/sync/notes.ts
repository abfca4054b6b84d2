/** What becomes of a unit's objects -> what else its sync does: hooks that run once more, Rollouts that go by steps. */
import type { Mask, Masked } from '../../../object/masked.ts';
import type { Outcome } from '../../unit-record.ts';
import { hookNotes } from './hook-notes.ts';
import { rolloutNotes } from './rollout-notes.ts';

export function notesOn(outcomes: readonly Outcome[], mask: Mask): readonly Masked[] {
  const applied = outcomes.filter((outcome) => outcome.applied);
  return [
    ...hookNotes(
      applied.flatMap(({ after }) => after ?? []),
      mask,
    ),
    ...applied.flatMap((outcome) => rolloutNotes(outcome, mask)),
  ];
}
