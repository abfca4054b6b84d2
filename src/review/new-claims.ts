/** Answered units -> what their reconcilers say of objects that head claims and base did not, and that somebody else has or claims too. */
import type { Action, Comparison } from '../diff/change.ts';
import { identityKey, objectKey } from '../object/identity.ts';
import type { Identity } from '../object/identity.ts';
import type { Declared, KubeObject } from '../object/kube-object.ts';
import type { Reconciler } from '../reconciler/contract.ts';
import type { Remark } from '../reconciler/declarations.ts';
import type { Sided } from '../reconciler/pairs.ts';
import type { Outcome } from '../reconciler/unit-record.ts';
import type { Unit } from '../reconciler/unit.ts';
import type { AsPushed } from './as-pushed.ts';

const taken: ReadonlySet<Action> = new Set(['adopted', 'configured', 'unchanged', 'recreated']);
const claiming: ReadonlySet<Action> = new Set([...taken, 'created']);

export interface Claiming {
  readonly pair: {
    readonly base: Pick<Sided, 'unit'> | undefined;
    readonly head: { readonly unit: Unit; readonly reconciler: Pick<Reconciler, 'claims'> } | undefined;
  };
  /** Both sides as their reconciler sends them; base is undefined where it is not known. */
  readonly base: readonly Declared[] | undefined;
  readonly objects: readonly KubeObject[];
  readonly comparisons: readonly Comparison[];
  readonly unshown?: readonly KubeObject[];
}

/** What another unit of the review gives up is no second claim. */
export function newClaims(units: readonly Claiming[], asPushed: AsPushed): readonly Remark[] {
  const given = new Set(
    units.flatMap((unit) =>
      unit.comparisons.flatMap(({ change }) =>
        change.action === 'handed-over' ? [placeOf(unit, identityKey(change.object))] : [],
      ),
    ),
  );
  const owners = ownersIn(units);
  return units.flatMap((unit) => {
    const { head } = unit.pair;
    if (head === undefined) return [];
    const before = keysAtBase(unit);
    const ownedBeside = (object: Identity): KubeObject | undefined => {
      const owner = owners.get(placeOf(unit, identityKey(object)));
      return owner === undefined || owner.unit === unit ? undefined : owner.object;
    };
    const claimed = unit.comparisons.filter(({ change: { action, object } }) => {
      if (!claiming.has(action) || before.has(identityKey(object))) return false;
      const isTaken = taken.has(action) && !given.has(placeOf(unit, identityKey(object)));
      return isTaken || ownedBeside(object) !== undefined;
    });
    return head.reconciler
      .claims(head.unit, claimed.map(outcomeIn(unit, ownedBeside)))
      .map((remark) => ({ ...remark, places: placesIn(claimed, remark).flatMap(asPushed) }));
  });
}

function keysAtBase({ base = [] }: Claiming): ReadonlySet<string> {
  return new Set(base.map(({ object }) => objectKey(object)));
}

interface Owner {
  readonly unit: Claiming;
  readonly object: KubeObject;
}

/** By place, who declares it in this review: first who did so before. Where no cluster is known, places tell nothing. */
function ownersIn(units: readonly Claiming[]): ReadonlyMap<string, Owner> {
  const declared = units
    .filter((unit) => clusterOf(unit) !== undefined)
    .flatMap((unit) => {
      const before = keysAtBase(unit);
      return unit.objects.map((object) => {
        const key = objectKey(object);
        return { place: placeOf(unit, key), isOld: before.has(key), owner: { unit, object } };
      });
    });
  const firstLast = [
    ...declared.filter(({ isOld }) => isOld),
    ...declared.filter(({ isOld }) => !isOld),
  ].toReversed();
  return new Map(firstLast.map(({ place, owner }) => [place, owner] as const));
}

function clusterOf({ pair: { base, head } }: Claiming): string | undefined {
  return head?.unit.target.cluster ?? base?.unit.target.cluster;
}

function placeOf(unit: Claiming, key: string): string {
  return `${clusterOf(unit) ?? ''}\n${key}`;
}

/** Who has what may not be shown is not told either, but a claim to it is one all the same. */
function outcomeIn(
  { unshown = [] }: Claiming,
  ownedBeside: (object: Identity) => KubeObject | undefined,
): (comparison: Comparison) => Outcome {
  const hidden = new Map(unshown.map((object) => [objectKey(object), object] as const));
  return ({ before, after, change: { object } }) => {
    const seen = ownedBeside(object) ?? before;
    if (seen !== undefined) return { before: seen, after, applied: true };
    const live = hidden.get(identityKey(object));
    return { before: live, after, applied: true, ...(live && { unshown: true }) };
  };
}

function placesIn(claimed: readonly Comparison[], { objects }: Remark): Remark['places'] {
  const keys = new Set(objects.map(identityKey));
  return claimed.flatMap(({ change, origin }) =>
    origin !== undefined && keys.has(identityKey(change.object)) ? [origin] : [],
  );
}
