/** A live object -> what a review may tell of its identity, and of its deletion under way. */
import { at, isJsonArray } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { Mask, Masked } from '../object/masked.ts';
import type { LiveRecord } from './change.ts';
import { managersOf } from './managed-fields.ts';

function text(object: KubeObject, key: string): string {
  const value = object.metadata[key];
  return typeof value === 'string' ? value : '';
}

export function liveRecord(live: KubeObject, mask: Mask): LiveRecord {
  return {
    uid: text(live, 'uid'),
    resourceVersion: text(live, 'resourceVersion'),
    managers: managersOf(live).map((manager) => mask.text(manager)),
  };
}

/** Undefined when the object is not being deleted; else the finalizers that hold it. */
export function terminating(live: KubeObject, mask: Mask): readonly Masked[] | undefined {
  if (text(live, 'deletionTimestamp') === '') return undefined;
  const finalizers = at(live, 'metadata', 'finalizers');
  if (!isJsonArray(finalizers)) return [];
  return finalizers.flatMap((finalizer) => (typeof finalizer === 'string' ? [mask.text(finalizer)] : []));
}
