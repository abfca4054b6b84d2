/** What a unit holds and head does not declare -> what its reconciler will do with each such object. */
import { identityKey, objectKey } from '../object/identity.ts';
import type { Declared } from '../object/kube-object.ts';
import type { LiveObjects, Pruning } from '../reconciler/attempt.ts';
import type { Inventory } from '../reconciler/unit-record.ts';
import type { Sided } from '../reconciler/pairs.ts';
import { gapsOf } from './render-pairs.ts';
import type { ReviewedUnit } from './unit.ts';

export interface Leaving {
  /** As base declares it; as it is live where only the inventory knows it. */
  readonly declared: Declared;
  readonly pruning: Pruning;
}

export interface Sides {
  readonly base: readonly Declared[];
  readonly head: readonly Declared[];
  readonly inventory: Inventory;
  readonly live: LiveObjects;
  /** The unit itself leaves. */
  readonly gone: boolean;
}

/** By identity key: what base declares, then what only the inventory holds. */
export function leavingObjects({ unit, reconciler }: Sided, sides: Sides): ReadonlyMap<string, Leaving> {
  const stays = new Set(sides.head.map(({ object }) => objectKey(object)));
  const candidates = new Map<string, Declared>();
  for (const declared of [...sides.base, ...heldOnly(sides)]) {
    const key = objectKey(declared.object);
    if (!candidates.has(key)) candidates.set(key, declared);
  }
  return new Map(
    [...candidates].flatMap(([key, declared]) => {
      if (stays.has(key)) return [];
      const pruning = reconciler.prune(unit, sides.live.get(key) ?? declared.object, sides.gone);
      return pruning === undefined ? [] : [[key, { declared, pruning }] as const];
    }),
  );
}

function heldOnly({ inventory, live }: Sides): readonly Declared[] {
  if (inventory.kind !== 'objects') return [];
  return inventory.objects.flatMap((identity) => {
    const object = live.get(identityKey(identity));
    return object === undefined ? [] : [{ object, origin: undefined }];
  });
}

/** Whether an apply of base, where that is known as a whole, would do the same with an object that head does not declare. */
export function leavesAtBase(
  { pair, rendered: { base: render }, base }: Pick<ReviewedUnit, 'pair' | 'rendered' | 'base'>,
  { declared: { object }, pruning }: Leaving,
): boolean {
  if (pair.base === undefined || pair.head === undefined || render.kind !== 'rendered') return false;
  if (gapsOf(render).some(({ kind }) => kind === 'source-unreadable')) return false;
  const key = objectKey(object);
  if (base?.some((declared) => objectKey(declared.object) === key) !== false) return false;
  return pair.base.reconciler.prune(pair.base.unit, object, false) === pruning;
}
