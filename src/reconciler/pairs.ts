/** The units of both sides -> one pair for each unit, each side with the reconciler that answers for it. */
import { createHash } from 'node:crypto';

import type { Gap } from '../object/gap.ts';
import type { Mask, Masked } from '../object/masked.ts';
import { words } from '../object/masked.ts';
import type { Tree } from '../source/tree.ts';
import type { Reconciler } from './contract.ts';
import type { Declarations, Remark } from './declarations.ts';
import type { Closure, Unit } from './unit.ts';
import { firmIn, withoutThoseThatGiveWay } from './gives-way.ts';
import { settingsKey } from './settings-key.ts';

/** A unit on one side, with all that its render can depend on. */
export interface Sided {
  readonly unit: Unit;
  readonly reconciler: Reconciler;
  readonly tree: Tree;
  readonly closure: Closure;
}

/** One unit of the review. At least one side exists. */
export interface Pair {
  readonly id: string;
  readonly base: Sided | undefined;
  readonly head: Sided | undefined;
}

export interface Side {
  readonly units: readonly Sided[];
  readonly gaps: readonly Gap[];
  readonly remarks: readonly Remark[];
}

/** Throws SourceError. */
export async function discoverSide(
  reconcilers: readonly Reconciler[],
  declarations: Declarations,
): Promise<Side> {
  const units: Sided[] = [];
  const gaps: Gap[] = [];
  const remarks: Remark[] = [];
  for (const reconciler of reconcilers) {
    const discovery = await reconciler.discover(declarations);
    gaps.push(...discovery.gaps);
    remarks.push(...(discovery.remarks ?? []));
    for (const found of discovery.units) {
      const unit = { ...found, id: shownId(found.id, declarations.mask) };
      const closure = await reconciler.closure(unit, declarations.tree);
      units.push({ unit, reconciler, tree: declarations.tree, closure });
    }
  }
  return { units, gaps, remarks };
}

/** One after the other: what base has read, head need not read again. Throws SourceError. */
export async function discoverSides(
  reconcilers: readonly Reconciler[],
  declared: { readonly base: Declarations; readonly head: Declarations },
): Promise<{ readonly base: Side; readonly head: Side }> {
  const base = await discoverSide(reconcilers, declared.base);
  const head = await discoverSide(reconcilers, declared.head);
  const again = async (declarations: Declarations, own: Side, other: Side): Promise<Side> => {
    const here = new Set(own.units.map(({ unit }) => sourceKey(unit)));
    const others = other.units.map(({ unit }) => unit).filter((unit) => !here.has(sourceKey(unit)));
    return others.length === 0 ? own : discoverSide(reconcilers, { ...declarations, others });
  };
  const sides = {
    base: await again(declared.base, base, head),
    head: await again(declared.head, head, base),
  };
  const firm = [...firmIn(sides.base.units), ...firmIn(sides.head.units)];
  return {
    base: { ...sides.base, units: withoutThoseThatGiveWay(sides.base.units, firm) },
    head: { ...sides.head, units: withoutThoseThatGiveWay(sides.head.units, firm) },
  };
}

/** Of what a unit is made: another renderer makes another unit of the same files. */
function sourceKey(unit: Unit): string {
  return `${unit.id} ${settingsKey(unit)}`;
}

/** An id is made of paths, which a pull request may fill with what must not leave; two such units stay two. */
export function shownId(id: string, mask: Mask): Masked {
  const shown = mask.text(id);
  if (shown === id) return shown;
  return words`${shown}~${mask.text(createHash('sha256').update(id).digest('hex').slice(0, 8))}`;
}

/** In the order of their ids, in byte order. */
export function pairUp(base: readonly Sided[], head: readonly Sided[]): readonly Pair[] {
  const before = new Map(base.map((sided) => [sided.unit.id, sided]));
  const after = new Map(head.map((sided) => [sided.unit.id, sided]));
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .map((id) => ({ id, base: before.get(id), head: after.get(id) }));
}

/** As head has it; as base has it where it leaves. */
export function presentSide({ base, head }: Pair): Sided {
  const sided = head ?? base;
  if (sided === undefined) throw new Error('a pair of units has neither side');
  return sided;
}

/** The name of the cluster that its objects are applied to; undefined where none is named. */
export function clusterOf(pair: Pair): string | undefined {
  return presentSide(pair).unit.target.cluster;
}

export function sidesOf({ base, head }: Pair): readonly Sided[] {
  return [base, head].flatMap((sided) => sided ?? []);
}
