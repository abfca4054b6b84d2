/** A rollout strategy and the clusters of a bundle -> in which partition each is rolled out, in order (controller/target). */
import { isJsonObject } from '../../../object/json.ts';
import type { Json, JsonObject } from '../../../object/json.ts';
import { listAt, objectAt, textAt } from '../../../object/fields.ts';
import type { FleetCluster } from './clusters.ts';
import { namesCluster } from './targets.ts';

export interface Partition {
  readonly name: string;
  readonly clusters: readonly FleetCluster[];
  /** How many of them may be unavailable at a time: so many are reached at once. */
  readonly atOnce: number;
}

const usualThreshold = 200;

/** `clusters` in the order of their names. A cluster that no partition names is never reached. */
export function partitionsOf(spec: JsonObject, clusters: readonly FleetCluster[]): readonly Partition[] {
  const strategy = objectAt(spec, 'rolloutStrategy');
  const named = listAt(strategy, 'partitions').filter(isJsonObject);
  if (named.length > 0) {
    return named.map((partition) => {
      const own = clusters.filter((cluster) => namesCluster(partition, cluster));
      return {
        name: textAt(partition, 'name'),
        clusters: own,
        atOnce: share(own.length, partition['maxUnavailable'] ?? strategy['maxUnavailable'], '100%'),
      };
    });
  }
  const size = Math.max(sizeOf(strategy, clusters.length), 1);
  const parts: Partition[] = [];
  for (let from = 0; from < clusters.length; from += size) {
    const own = clusters.slice(from, from + size);
    parts.push({
      name: size >= clusters.length ? 'All' : `Partition ${String(from)} - ${String(from + own.length)}`,
      clusters: own,
      atOnce: share(own.length, strategy['maxUnavailable'], '100%'),
    });
  }
  return parts;
}

function sizeOf(strategy: JsonObject, count: number): number {
  const size = strategy['autoPartitionSize'];
  const given = strategy['autoPartitionThreshold'];
  const threshold = typeof given === 'number' ? given : usualThreshold;
  const isOff = typeof size === 'number' && size <= 0;
  if (isOff || threshold <= 0 || count < threshold) return count;
  return share(count, size, '25%');
}

/** As Fleet reads a number or a percentage of so many: of a percentage at least one. */
function share(count: number, given: Json | undefined, usual: string): number {
  if (count === 0) return 1;
  const value = typeof given === 'number' || typeof given === 'string' ? given : usual;
  if (typeof value === 'number') return Math.min(Math.max(value, 0), count);
  const percent = Number.parseFloat(value.replace(/%$/u, ''));
  return Number.isNaN(percent) ? count : Math.min(Math.max(Math.trunc((count * percent) / 100), 1), count);
}
