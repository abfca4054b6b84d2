/** Changed ConfigMaps and Secrets -> the workloads that use them and do not restart, so still run with the old content. */
import { isDeepStrictEqual } from 'node:util';
import { identityKey, identityOf } from '../object/identity.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { namespaceOf } from '../object/kube-object.ts';
import type { Mask } from '../object/masked.ts';
import { words } from '../object/masked.ts';
import type { Comparison } from './change.ts';
import { podReferences } from './pod-references.ts';
import { isRestarting } from './restart.ts';

/** Objects that may use others: those that a unit declares at head, or those that a cluster has. */
export interface Neighbors {
  /** The cluster that they are applied to; undefined where none is configured. */
  readonly cluster: string | undefined;
  readonly objects: readonly KubeObject[];
}

export interface Placed {
  readonly cluster: string | undefined;
  readonly comparisons: readonly Comparison[];
}

const content = ['data', 'binaryData', 'stringData'];

/** Whether it is a ConfigMap or a Secret that is there before and after with other content. */
export function changesContent({ change, before, after }: Comparison): boolean {
  if (!['ConfigMap', 'Secret'].includes(change.object.kind) || change.object.group !== '') return false;
  if (!before || !after) return false;
  return content.some((part) => !isDeepStrictEqual(before[part], after[part]));
}

function key(cluster: string | undefined, ...rest: readonly string[]): string {
  return [cluster ?? '', ...rest].join('\n');
}

interface User {
  readonly text: string;
  readonly id: string;
}

function usersByReference(neighbors: readonly Neighbors[]): ReadonlyMap<string, ReadonlyMap<string, User>> {
  const found = new Map<string, Map<string, User>>();
  for (const { cluster, objects } of neighbors) {
    for (const workload of objects.filter(isRestarting)) {
      const identity = identityOf(workload);
      const user = { text: `${identity.kind}/${identity.name}`, id: key(cluster, identityKey(identity)) };
      for (const used of podReferences(workload)) {
        const place = key(cluster, namespaceOf(workload), used.kind, used.name);
        found.set(place, (found.get(place) ?? new Map<string, User>()).set(user.id, user));
      }
    }
  }
  return found;
}

/** Over all neighbors: a ConfigMap of one unit may be used by a workload of another, or of none. */
export function withStaleUsers<P extends Placed>(
  reviewed: readonly P[],
  neighbors: readonly Neighbors[],
  mask: Mask,
): readonly P[] {
  const users = usersByReference(neighbors);
  const restarting = new Set(
    reviewed.flatMap(({ cluster, comparisons }) =>
      comparisons
        .filter(({ change }) => change.restart !== undefined || change.action === 'created')
        .map(({ change }) => key(cluster, identityKey(change.object))),
    ),
  );
  const mark = (cluster: string | undefined, comparison: Comparison): Comparison => {
    if (!changesContent(comparison)) return comparison;
    const { kind, namespace, name } = comparison.change.object;
    const all = [...(users.get(key(cluster, namespace, kind, name))?.values() ?? [])];
    const stale = all.filter((user) => !restarting.has(user.id)).map((user) => user.text);
    const staleUsers = [...new Set(stale)].sort().map((text) => words`${mask.text(text)}`);
    return { ...comparison, change: { ...comparison.change, staleUsers } };
  };
  return reviewed.map((placed) => ({
    ...placed,
    comparisons: placed.comparisons.map((comparison) => mark(placed.cluster, comparison)),
  }));
}
