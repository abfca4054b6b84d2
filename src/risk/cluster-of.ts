/** A unit's id -> the cluster that its objects are applied to; undefined where none is configured. */
import type { Subject } from './rule.ts';

export function clusterOf(id: string, { units }: Subject): string | undefined {
  const pair = units.find(({ base, head }) => (head ?? base)?.id === id);
  return (pair?.head ?? pair?.base)?.target.cluster;
}
