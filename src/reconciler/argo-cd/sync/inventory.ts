/** A unit -> the objects that Argo CD counts as its own, as the last comparison of the Application lists them. */
import { identityKey, identityOf, type Identity } from '../../../object/identity.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { words } from '../../../object/masked.ts';
import type { Inventory, Unit } from '../../contract.ts';
import { argoUnit } from '../application.ts';
import { isTracked } from './tracking.ts';

/** The list also names what is declared and not live; whoever reads an object live asks isTracked of it. */
export function inventoryOf(unit: Unit): Inventory {
  const { live } = argoUnit(unit);
  if (live !== null) return { kind: 'objects', objects: live.resources };
  // An Application that does not exist yet holds nothing.
  if (unit.home.cluster !== undefined) return { kind: 'objects', objects: [] };
  const why = words`no cluster is configured in which this Application could be read`;
  return { kind: 'gap', gap: { kind: 'no-cluster', unit: unit.id, object: undefined, why } };
}

/** Of the objects that were read live, those that are the unit's and not declared: its prune candidates. */
export function leftBehind(
  unit: Unit,
  live: readonly KubeObject[],
  declared: readonly Identity[],
): readonly KubeObject[] {
  const kept = new Set(declared.map(identityKey));
  return live.filter((object) => !kept.has(identityKey(identityOf(object))) && isTracked(unit, object));
}
