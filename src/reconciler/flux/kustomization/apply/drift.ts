/** A live object and the dry run of its apply -> whether kustomize-controller sees a difference and writes (fluxcd/pkg ssa/manager_diff.go). */
import { canonicalJson } from '../../../../object/canonical.ts';
import { at, isJsonObject, type Json, type JsonObject } from '../../../../object/json.ts';
import type { KubeObject } from '../../../../object/kube-object.ts';

/** Labels, annotations, and all outside of metadata and status: what else an apply would change, Flux leaves. */
export function hasDrifted(live: KubeObject, predicted: KubeObject): boolean {
  return canonicalJson(compared(live)) !== canonicalJson(compared(predicted));
}

function compared({ metadata, status: _status, ...fields }: KubeObject): JsonObject {
  return {
    ...fields,
    metadata: { labels: marks(metadata['labels']), annotations: marks(metadata['annotations']) },
  };
}

/** An empty map is none. */
function marks(map: Json | undefined): JsonObject {
  return isJsonObject(map) ? map : {};
}

/** Whether anything but what a server keeps of itself differs. */
export function wouldChange(live: KubeObject, predicted: KubeObject): boolean {
  return canonicalJson(stated(live)) !== canonicalJson(stated(predicted));
}

const serverOwn = new Set(['managedFields', 'resourceVersion', 'generation', 'creationTimestamp', 'uid']);

function stated({ status: _status, ...object }: KubeObject): JsonObject {
  const metadata = Object.entries(at(object, 'metadata') ?? {}).filter(([key]) => !serverOwn.has(key));
  return { ...object, metadata: Object.fromEntries(metadata) };
}
