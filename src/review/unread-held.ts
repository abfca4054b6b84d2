/** What a unit's inventory holds and no side declares -> a gap for each object that could not be read: it may be pruned unseen. */
import type { Catalog } from '../live/catalog.ts';
import type { LiveReading } from '../live/read-live.ts';
import type { Gap } from '../object/gap.ts';
import { identityKey, objectKey } from '../object/identity.ts';
import type { Identity } from '../object/identity.ts';
import type { Declared } from '../object/kube-object.ts';
import type { Mask } from '../object/masked.ts';
import { words } from '../object/masked.ts';
import type { Inventory } from '../reconciler/unit-record.ts';

export interface Held {
  readonly unit: string;
  readonly inventory: Inventory;
  readonly base: readonly Declared[];
  readonly head: readonly Declared[];
  readonly live: LiveReading;
  readonly catalog: Pick<Catalog, 'preferred' | 'isIncomplete'>;
  readonly mask: Mask;
}

export function unreadHeld(held: Held): readonly Gap[] {
  const { inventory, base, head } = held;
  if (inventory.kind !== 'objects') return [];
  const declared = new Set([...base, ...head].map(({ object }) => objectKey(object)));
  return inventory.objects
    .filter((identity) => !declared.has(identityKey(identity)))
    .flatMap((identity) => unread(held, identity));
}

function unread({ unit, live, catalog, mask }: Held, object: Identity): readonly Gap[] {
  const found = live.get(identityKey(object));
  if (found?.kind === 'gap') return [{ ...found.gap, unit, object }];
  const { group, kind } = object;
  if (found !== undefined || catalog.preferred(group, kind) !== undefined || !catalog.isIncomplete(group))
    return [];
  const why = words`the server could not list the kinds of group ${mask.text(group)}`;
  return [{ kind: 'kind-unknown', unit, object, why }];
}
