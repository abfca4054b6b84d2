/** Units of all reconcilers -> those that are left where several render the same files. */
import { posix } from 'node:path';
import { claimedBy } from './claimed.ts';
import type { Sided } from './pairs.ts';

/** Somebody may apply a directory by hand; where a reconciler renders it, the reconciler does. */
export function withoutThoseThatGiveWay(units: readonly Sided[]): readonly Sided[] {
  const firm = units.filter(({ reconciler }) => !reconciler.givesWay);
  if (firm.length === 0) return units;
  const isClaimed = claimedBy(firm.map(({ closure }) => closure));
  return units.filter(({ reconciler, closure }) => {
    if (!reconciler.givesWay || closure.paths.length === 0) return true;
    return !closure.paths.every((path) => isClaimed(path.endsWith('/') ? posix.join(path, 'any') : path));
  });
}
