/** Which units a pull request can touch: those whose render may depend on a path that changed. */
import { claimedBy } from './claimed.ts';
import { dependsOn, sortedPaths } from './depends-on.ts';
import type { SortedPaths } from './depends-on.ts';
import { sidesOf } from './pairs.ts';
import type { Pair } from './pairs.ts';
import { settingsKey } from './settings-key.ts';

export const reasons = ['one-side-only', 'declaration', 'path', 'unknown-reference'] as const;
/** Why a unit is reviewed; undefined where it is not, since nothing that it depends on changed. */
export type Reason = (typeof reasons)[number];

export type ChangedPaths = SortedPaths;

export function changedPaths(paths: readonly string[]): ChangedPaths {
  return sortedPaths(paths);
}

/** Those for which there is a reason. */
export function touchedBy(paths: readonly string[], pairs: readonly Pair[]): readonly Pair[] {
  const changed = changedPaths(paths);
  return pairs.filter((pair) => reasonToReview(pair, changed) !== undefined);
}

export function reasonToReview({ base, head }: Pair, changed: ChangedPaths): Reason | undefined {
  if (base === undefined || head === undefined) return 'one-side-only';
  if (settingsKey(base.unit) !== settingsKey(head.unit)) return 'declaration';
  if (dependsOn(base.closure, changed) || dependsOn(head.closure, changed)) return 'path';
  const unknown = base.closure.unknown.length + head.closure.unknown.length;
  return unknown > 0 ? 'unknown-reference' : undefined;
}

/** The changed paths on which a unit depends, on either side, in order. */
export function touchingPaths(pair: Pair, { sorted }: ChangedPaths): readonly string[] {
  const isClaimed = claimedBy(sidesOf(pair).map(({ closure }) => closure));
  return sorted.filter(isClaimed);
}
