/** An Application that makes its destination's namespace -> the Namespace as its sync would write it, without tracking (controller/sync_namespace.go). */
import { at, isJsonObject, type JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { ArgoUnit } from '../application.ts';
import { destinationNamespace } from '../units/instance-name.ts';
import { syncOptions } from './annotations.ts';
import { isNamespace } from './kinds.ts';
import { syncPolicyOf } from './policy.ts';

/** Undefined where it makes none: also where Git declares the Namespace. To be read before attempts are made. */
export function ownNamespaceOf(settings: ArgoUnit, desired: readonly KubeObject[]): KubeObject | undefined {
  const name = destinationNamespace(settings.application.spec);
  const { options, managedNamespaceMetadata } = syncPolicyOf(settings);
  if (name === '' || !options.includes('CreateNamespace=true')) return undefined;
  if (desired.some((object) => isNamespace(object) && object.metadata.name === name)) return undefined;
  const metadata = managedNamespaceMetadata === undefined ? {} : managed(managedNamespaceMetadata);
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { ...metadata, name },
    // As Go writes an empty Namespace; the record of what was applied holds it so.
    spec: {},
    status: {},
  };
}

function managed(metadata: JsonObject): JsonObject {
  const labels = at(metadata, 'labels');
  const annotations = at(metadata, 'annotations');
  return {
    ...(isJsonObject(labels) ? { labels } : {}),
    annotations: { ...(isJsonObject(annotations) ? annotations : {}), [syncOptions]: 'ServerSideApply=true' },
  };
}

/** One that exists is left alone, unless its labels and annotations are the Application's to keep. */
export function writesNamespace(settings: ArgoUnit, live: KubeObject | undefined): boolean {
  return live === undefined || syncPolicyOf(settings).managedNamespaceMetadata !== undefined;
}
