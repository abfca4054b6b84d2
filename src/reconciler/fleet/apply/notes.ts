/** A unit and what becomes of its objects -> what else its apply does that a reader should know. */
import type { Mask, Masked } from '../../../object/masked.ts';
import { joined, words } from '../../../object/masked.ts';
import { flagAt, textMapAt } from '../../../object/fields.ts';
import type { Outcome } from '../../unit-record.ts';
import type { Unit } from '../../unit.ts';
import { fleetUnit } from '../fleet-unit.ts';
import { namespaceIdentity } from './own-namespace.ts';

export function notesOn(unit: Unit, outcomes: readonly Outcome[], mask: Mask): readonly Masked[] {
  return [...lostMarks(unit, outcomes, mask), ...switches(unit)];
}

function lostMarks(unit: Unit, outcomes: readonly Outcome[], mask: Mask): readonly Masked[] {
  const { name } = namespaceIdentity(fleetUnit(unit));
  const namespace = outcomes.find(
    ({ before }) => before?.kind === 'Namespace' && before.metadata.name === name,
  );
  if (namespace?.before === undefined || namespace.after === undefined || !namespace.applied) return [];
  const { before, after } = namespace;
  const lost = (['labels', 'annotations'] as const).flatMap((part) => {
    const left = textMapAt(after, 'metadata', part);
    return Object.keys(textMapAt(before, 'metadata', part)).filter((key) => !(key in left));
  });
  if (lost.length === 0) return [];
  const listed = joined(
    lost.map((key) => mask.text(key)),
    ', ',
  );
  return [
    words`The namespace ${mask.text(name)} keeps only the labels and annotations that the bundle gives it: ${listed} go from it.`,
  ];
}

function switches(unit: Unit): readonly Masked[] {
  const { options } = fleetUnit(unit);
  const replaces = flagAt(options, 'helm', 'force') || flagAt(options, 'correctDrift', 'force');
  return [
    ...(flagAt(options, 'helm', 'atomic')
      ? [words`Where anything of it fails, Helm rolls the whole release back.`]
      : []),
    ...(replaces
      ? [words`Every object is replaced as a whole: what others wrote in it is gone after that.`]
      : []),
    ...(flagAt(options, 'correctDrift', 'enabled')
      ? [words`Drift is corrected: what somebody changes in the cluster is set back by the agent.`]
      : []),
  ];
}
