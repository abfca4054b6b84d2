/** A pair of units -> what it holds on its cluster and may be told of, as base has it: a pull request can declare itself no claim. */
import { claimsOf } from '../diff/disclosure.ts';
import type { Claims } from '../diff/disclosure.ts';
import type { Gap } from '../object/gap.ts';
import { objectKey } from '../object/identity.ts';
import type { Declared } from '../object/kube-object.ts';
import type { Masked } from '../object/masked.ts';
import { words } from '../object/masked.ts';
import type { Applied, Inventory } from '../reconciler/unit-record.ts';
import type { Pair } from '../reconciler/pairs.ts';
import { clusterOf, sidesOf } from '../reconciler/pairs.ts';
import type { World } from './world.ts';

const nothing: Inventory = { kind: 'objects', objects: [] };

/** Nothing where only head brings the unit, or brings it to this cluster; what cannot be read stays so. */
export function claimedInventory(pair: Pair): Inventory {
  const inventory = inventoryOf(pair);
  if (isClaimed(pair) || inventory.kind === 'gap') return inventory;
  return pair.base === undefined && inventory.kind === 'none' ? inventory : nothing;
}

/** `base`: what base declares, where that is known. */
export function claimsIn(
  { maySee }: Pick<World, 'maySee'>,
  { pair, base = [] }: { readonly pair: Pair; readonly base: readonly Declared[] | undefined },
): Claims {
  const atBase = new Set(base.map(({ object }) => objectKey(object)));
  return claimsOf({ inventory: claimedInventory(pair), atBase, maySee });
}

/** What its reconciler counts as the unit's, and this review may not tell of. */
export function unclaimedGaps(pair: Pair): readonly Gap[] {
  const inventory = inventoryOf(pair);
  if (isClaimed(pair) || inventory.kind !== 'objects' || inventory.objects.length === 0) return [];
  const why = pair.base === undefined ? takesOver : moves;
  return [{ kind: 'inventory-unreadable', unit: pair.id, object: undefined, why }];
}

/** Records that could not be read: where nothing hangs on them, nothing else would say so. That no home is known is said of all its units. */
export function unreadRecords({ id }: Pair, inventory: Inventory, applied: Applied): readonly Gap[] {
  const gaps = [inventory, applied].flatMap((record) => (record.kind === 'gap' ? [record.gap] : []));
  const unread = gaps.filter(({ kind }) => kind !== 'no-cluster').map((gap) => ({ ...gap, unit: id }));
  return unread.filter(({ why }, index) => unread.findIndex((each) => each.why === why) === index);
}

const takesOver: Masked = words`its reconciler holds a unit of this name already, which base does not show to be this repository’s: what it manages today, and what becomes of that when this declaration takes its place, is not shown`;
const moves: Masked = words`it moves to another cluster: what it holds on the one where it is now stays there, or goes, unseen`;

function isClaimed(pair: Pair): boolean {
  return pair.base !== undefined && pair.base.unit.target.cluster === clusterOf(pair);
}

function inventoryOf(pair: Pair): Inventory {
  const [sided] = sidesOf(pair);
  return sided?.reconciler.inventory(sided.unit) ?? nothing;
}
