/** One attempt -> the dry-run request that stands for it, sent -> the outcome. */
import type { JsonObject } from '../object/json.ts';
import { namespaceOf, type KubeObject } from '../object/kube-object.ts';
import type { Attempt } from '../reconciler/attempt.ts';
import type { ServedKind } from './catalog.ts';
import type { Cluster, ObjectPath, Outcome } from './cluster.ts';

export type Sendable = Exclude<Attempt, { readonly kind: 'skip' | 'refuse' | 'unknown' | 'recreate' }>;

export function pathOf(served: ServedKind, object: KubeObject): ObjectPath {
  const { group, version, resource } = served;
  return {
    group,
    version,
    resource,
    namespace: served.namespaced ? namespaceOf(object) : '',
    name: object.metadata.name,
  };
}

export interface Sending {
  readonly cluster: Cluster;
  readonly served: ServedKind;
  readonly signal: AbortSignal;
}

/** `attempt.object` is where and, but for a patch and a delete, what to write. */
export async function sendDryRun({ cluster, served, signal }: Sending, attempt: Sendable): Promise<Outcome> {
  const path = pathOf(served, attempt.object);
  switch (attempt.kind) {
    case 'apply': {
      const body = withoutManagedFields(attempt.object);
      return await cluster.dryRunApply(path, { ...attempt, body }, signal);
    }
    case 'patch':
      return await cluster.dryRunPatch(path, attempt, signal);
    case 'put':
      return await cluster.dryRunPut(path, { ...attempt, body: attempt.object }, signal);
    case 'create': {
      const { name: _name, ...collection } = path;
      return await cluster.dryRunCreate(collection, { ...attempt, body: attempt.object }, signal);
    }
    case 'delete':
      return await cluster.dryRunDelete(path, attempt.propagation, signal);
  }
}

/** The server refuses an apply whose body says who manages what. */
function withoutManagedFields(object: KubeObject): JsonObject {
  if (!('managedFields' in object.metadata)) return object;
  const { managedFields: _dropped, ...metadata } = object.metadata;
  return { ...object, metadata };
}
