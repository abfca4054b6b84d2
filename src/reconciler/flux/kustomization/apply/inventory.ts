/** A unit -> the objects that its Kustomization holds, by the ids in its status (facts/reconcilers.md §3c; cli-utils objmetadata.go). */
import type { Identity } from '../../../../object/identity.ts';
import { words } from '../../../../object/masked.ts';
import type { Inventory } from '../../../unit-record.ts';
import type { Unit } from '../../../unit.ts';
import { kustomizationUnit } from '../../flux-unit.ts';

export function inventoryOf(unit: Unit): Inventory {
  const { live, unseen } = kustomizationUnit(unit);
  // One that does not exist yet, or was never applied, holds nothing.
  const entries = live?.inventory ?? [];
  if (live === null && unit.home.cluster === undefined) return gap(unit, 'no-cluster', noHome);
  if (live === null && unseen === true) return gap(unit, 'inventory-unreadable', notSeen);
  const objects = entries.map(({ id }) => heldAs(id));
  const known = objects.filter((each) => each !== undefined);
  // The controller itself stops at an id that it cannot read.
  return known.length < objects.length
    ? gap(unit, 'inventory-unreadable', unreadable)
    : { kind: 'objects', objects: known };
}

const noHome = words`no cluster is configured in which this Kustomization could be read`;
const notSeen = words`the Kustomization could not be read in its home, and its status lists what it holds`;
const unreadable = words`the inventory in the status of its Kustomization has an entry that cannot be read`;

function gap(unit: Unit, kind: 'no-cluster' | 'inventory-unreadable', why: typeof noHome): Inventory {
  return { kind: 'gap', gap: { kind, unit: unit.id, object: undefined, why } };
}

/** `<namespace>_<name>_<group>_<kind>`; a colon in a name, which only kinds of RBAC may have, is written `__`. */
function heldAs(id: string): Identity | undefined {
  const [, namespace, name, group, kind] = /^([^_]*)_(.*)_([^_]*)_([^_]*)$/s.exec(id) ?? [];
  if (namespace === undefined || name === undefined || group === undefined || kind === undefined)
    return undefined;
  return { group, kind, namespace, name: name.replaceAll('__', ':') };
}
