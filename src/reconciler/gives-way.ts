/** Units of all reconcilers, and those of both sides that stand firm -> the units that are left where several render the same files. */
import { posix } from 'node:path';
import { claimedBy } from './claimed.ts';
import type { Sided } from './pairs.ts';

export function firmIn(units: readonly Sided[]): readonly Sided[] {
  return units.filter(({ reconciler }) => !reconciler.givesWay);
}

/**
 * Somebody may apply a directory by hand; where a reconciler renders it, the reconciler does. On the other side,
 * too: what a reconciler takes up or lets go is not in other hands before or after.
 */
export function withoutThoseThatGiveWay(units: readonly Sided[], firm: readonly Sided[]): readonly Sided[] {
  if (firm.length === 0) return units;
  const isClaimed = claimedBy(firm.map(({ closure }) => closure));
  return units.filter(({ reconciler, closure }) => {
    if (!reconciler.givesWay || closure.paths.length === 0) return true;
    return !closure.paths.every((path) => isClaimed(path.endsWith('/') ? posix.join(path, 'any') : path));
  });
}
