/** Which units a pull request can touch: those whose render may depend on a path that changed. */
import { canonicalJson } from '../object/canonical.ts';
import { claimedBy } from './claimed.ts';
import type { Closure } from './unit.ts';
import { sidesOf } from './pairs.ts';
import type { Pair } from './pairs.ts';

export const reasons = ['one-side-only', 'declaration', 'path', 'unknown-reference'] as const;
/** Why a unit is reviewed; undefined where it is not, since nothing that it depends on changed. */
export type Reason = (typeof reasons)[number];

export interface ChangedPaths {
  readonly paths: ReadonlySet<string>;
  readonly sorted: readonly string[];
}

/** Those for which there is a reason. */
export function touchedBy(paths: readonly string[], pairs: readonly Pair[]): readonly Pair[] {
  const changed = changedPaths(paths);
  return pairs.filter((pair) => reasonToReview(pair, changed) !== undefined);
}

export function changedPaths(paths: readonly string[]): ChangedPaths {
  return { paths: new Set(paths), sorted: [...paths].sort() };
}

export function reasonToReview({ base, head }: Pair, changed: ChangedPaths): Reason | undefined {
  if (base === undefined || head === undefined) return 'one-side-only';
  if (canonicalJson(base.unit.declaration.settings) !== canonicalJson(head.unit.declaration.settings)) {
    return 'declaration';
  }
  if (dependsOn(base.closure, changed) || dependsOn(head.closure, changed)) return 'path';
  const unknown = base.closure.unknown.length + head.closure.unknown.length;
  return unknown > 0 ? 'unknown-reference' : undefined;
}

/** The changed paths on which a unit depends, on either side, in order. */
export function touchingPaths(pair: Pair, { sorted }: ChangedPaths): readonly string[] {
  const isClaimed = claimedBy(sidesOf(pair).map(({ closure }) => closure));
  return sorted.filter(isClaimed);
}

function dependsOn(closure: Closure, changed: ChangedPaths): boolean {
  return closure.paths.some((path) => {
    if (path === './' || path === '') return anyBelow('', changed.sorted);
    return path.endsWith('/') ? anyBelow(path, changed.sorted) : changed.paths.has(path);
  });
}

/** Binary search: a pull request may change thousands of paths, a repository hold hundreds of units. */
function anyBelow(directory: string, sorted: readonly string[]): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((sorted[middle] ?? '') < directory) low = middle + 1;
    else high = middle;
  }
  return sorted[low]?.startsWith(directory) ?? false;
}
