/** Answered units -> what their reconcilers say of live objects that head claims and base did not, and that somebody else has. */
import type { Action, Comparison } from '../diff/change.ts';
import { identityKey, objectKey } from '../object/identity.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { Reconciler } from '../reconciler/contract.ts';
import type { Remark } from '../reconciler/declarations.ts';
import type { Sided } from '../reconciler/pairs.ts';
import type { Outcome } from '../reconciler/unit-record.ts';
import type { Unit } from '../reconciler/unit.ts';
import type { Render } from '../render/render.ts';
import type { AsPushed } from './as-pushed.ts';

const taken: ReadonlySet<Action> = new Set(['adopted', 'configured', 'unchanged', 'recreated']);

export interface Claiming {
  readonly pair: {
    readonly base: Pick<Sided, 'unit'> | undefined;
    readonly head: { readonly unit: Unit; readonly reconciler: Pick<Reconciler, 'claims'> } | undefined;
  };
  readonly rendered: { readonly base: Render };
  readonly comparisons: readonly Comparison[];
  readonly unshown?: readonly KubeObject[];
}

/** What another unit of the review gives up is no second claim. */
export function newClaims(units: readonly Claiming[], asPushed: AsPushed): readonly Remark[] {
  const given = new Set(
    units.flatMap((unit) =>
      unit.comparisons.flatMap(({ change }) =>
        change.action === 'handed-over' ? [placeOf(unit, change.object)] : [],
      ),
    ),
  );
  return units.flatMap((unit) => {
    const { head } = unit.pair;
    if (head === undefined) return [];
    const { base } = unit.rendered;
    const before = new Set(
      base.kind === 'rendered' ? base.declared.map(({ object }) => objectKey(object)) : [],
    );
    const claimed = unit.comparisons.filter(
      ({ change }) =>
        taken.has(change.action) &&
        !before.has(identityKey(change.object)) &&
        !given.has(placeOf(unit, change.object)),
    );
    return head.reconciler
      .claims(head.unit, claimed.map(outcomeIn(unit)))
      .map((remark) => ({ ...remark, places: placesIn(claimed, remark).flatMap(asPushed) }));
  });
}

function placeOf({ pair }: Claiming, object: Comparison['change']['object']): string {
  return `${pair.head?.unit.target.cluster ?? pair.base?.unit.target.cluster ?? ''}\n${identityKey(object)}`;
}

/** Who has what may not be shown is not told either, but a claim to it is one all the same. */
function outcomeIn({ unshown = [] }: Claiming): (comparison: Comparison) => Outcome {
  const hidden = new Map(unshown.map((object) => [objectKey(object), object] as const));
  return ({ before, after, change }) => {
    const live = before ?? hidden.get(identityKey(change.object));
    return { before: live, after, applied: true, ...(live === before ? {} : { unshown: true }) };
  };
}

function placesIn(claimed: readonly Comparison[], { objects }: Remark): Remark['places'] {
  const keys = new Set(objects.map(identityKey));
  return claimed.flatMap(({ change, origin }) =>
    origin !== undefined && keys.has(identityKey(change.object)) ? [origin] : [],
  );
}
