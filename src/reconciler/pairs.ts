/** The units of both sides -> one pair for each unit, each side with the reconciler that answers for it. */
import type { Gap } from '../object/gap.ts';
import type { Tree } from '../source/tree.ts';
import type { Closure, Declarations, Reconciler, Unit } from './contract.ts';

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
}

export async function discoverSide(
  reconcilers: readonly Reconciler[],
  declarations: Declarations,
): Promise<Side> {
  const units: Sided[] = [];
  const gaps: Gap[] = [];
  for (const reconciler of reconcilers) {
    const discovery = await reconciler.discover(declarations);
    gaps.push(...discovery.gaps);
    for (const unit of discovery.units) {
      const closure = await reconciler.closure(unit, declarations.tree);
      units.push({ unit, reconciler, tree: declarations.tree, closure });
    }
  }
  return { units, gaps };
}

/** In the order of their ids, in byte order. */
export function pairUp(base: readonly Sided[], head: readonly Sided[]): readonly Pair[] {
  const before = new Map(base.map((sided) => [sided.unit.id, sided]));
  const after = new Map(head.map((sided) => [sided.unit.id, sided]));
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .map((id) => ({ id, base: before.get(id), head: after.get(id) }));
}
