/** A unit's claim -> for which objects its review may show live content. */
import type { Gap } from '../object/gap.ts';
import type { Identity } from '../object/identity.ts';
import { identityKey } from '../object/identity.ts';
import { words } from '../object/masked.ts';
import type { Inventory } from '../reconciler/unit-record.ts';

export interface Claim {
  /** The unit's inventory holds it, or, where the reconciler keeps none or it cannot be read, base declares it. */
  readonly managed: boolean;
  readonly disclosed: boolean;
}

export interface Disclosure {
  readonly inventory: Inventory;
  /** Identity keys of what base declares. */
  readonly atBase: ReadonlySet<string>;
  /** Whether the operator opened a namespace of the target to this repository; empty stands for what has none. */
  readonly maySee: (namespace: string) => boolean;
}

export type Claims = (identity: Identity) => Claim;

export function claimsOf({ inventory, atBase, maySee }: Disclosure): Claims {
  const held = inventory.kind === 'objects' ? new Set(inventory.objects.map(identityKey)) : atBase;
  return (identity) => {
    const managed = held.has(identityKey(identity));
    const open = maySee(namespaceOf(identity));
    // An inventory that cannot be read proves no claim.
    return { managed, disclosed: open || (managed && inventory.kind !== 'gap') };
  };
}

/** A Namespace is opened with what is in it. */
function namespaceOf({ group, kind, namespace, name }: Identity): string {
  return group === '' && kind === 'Namespace' ? name : namespace;
}

export function notDisclosed(unit: string, object: Identity): Gap {
  const why = words`It exists, and this unit has no claim to it: what it holds, what would change, and whether the API server would take it, is not shown.`;
  return { kind: 'not-disclosed', unit, object, why };
}
