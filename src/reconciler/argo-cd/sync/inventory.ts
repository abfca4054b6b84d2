/** A unit -> the objects that Argo CD counts as its own, as the last comparison of the Application lists them. */
import { words } from '../../../object/masked.ts';
import type { Inventory } from '../../unit-record.ts';
import type { Unit } from '../../unit.ts';
import { argoUnit } from '../application.ts';

/** The list also names what is declared and not live; pruningOf tells of a live object whether it bears the mark. */
export function inventoryOf(unit: Unit): Inventory {
  const { live } = argoUnit(unit);
  if (live !== null) return { kind: 'objects', objects: live.resources };
  // An Application that does not exist yet holds nothing.
  if (unit.home.cluster !== undefined) return { kind: 'objects', objects: [] };
  const why = words`no cluster is configured in which this Application could be read`;
  return { kind: 'gap', gap: { kind: 'no-cluster', unit: unit.id, object: undefined, why } };
}
