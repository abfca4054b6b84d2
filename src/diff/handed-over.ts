/** Objects that leave one unit while another declares them on the same cluster -> handed over, not deleted. */
import { identityKey, objectKey } from '../object/identity.ts';
import { words } from '../object/masked.ts';
import type { Mask } from '../object/masked.ts';
import type { Change, Comparison } from './change.ts';
import type { Neighbors, Placed } from './stale-users.ts';

/** What one unit declares at head. */
export interface Taker extends Neighbors {
  /** The unit's id. */
  readonly unit: string;
}

const leaving = new Set(['deleted', 'unpruned', 'orphaned']);

/** Whether its unit no longer declares it; another unit that was not rendered may. */
export function isLeaving({ action }: Pick<Change, 'action'>): boolean {
  return leaving.has(action);
}

/** Whether the old unit prunes before the new one applies is the order of two reconcilers, which nobody fixes. */
export function withHandOvers<P extends Placed>(
  reviewed: readonly P[],
  takers: readonly Taker[],
  mask: Mask,
): readonly P[] {
  const units = new Map<string, Set<string>>();
  for (const { unit, cluster, objects } of takers) {
    for (const object of objects) {
      const place = `${cluster ?? ''}\n${objectKey(object)}`;
      units.set(place, (units.get(place) ?? new Set<string>()).add(unit));
    }
  }
  const mark = (cluster: string | undefined, comparison: Comparison): Comparison => {
    const { change } = comparison;
    if (!isLeaving(change)) return comparison;
    const found = [...(units.get(`${cluster ?? ''}\n${identityKey(change.object)}`) ?? [])];
    const taker = found.find((unit) => unit !== change.unit);
    if (taker === undefined) return comparison;
    const message = words`${mask.text(taker)} declares it.`;
    return { ...comparison, left: change.action, change: { ...change, action: 'handed-over', message } };
  };
  return reviewed.map((placed) => ({
    ...placed,
    comparisons: placed.comparisons.map((comparison) => mark(placed.cluster, comparison)),
  }));
}
