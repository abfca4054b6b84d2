/** A declared object and its live form -> the one request of a client-side apply as Argo CD makes it, or why there is none. */
import { groupVersionOf } from '../../../object/identity.ts';
import { at, isJsonObject, jsonIn, type JsonObject } from '../../../object/json.ts';
import { namespaceOf, type KubeObject } from '../../../object/kube-object.ts';
import { lastApplied } from '../../../object/last-applied.ts';
import type { PatchStrategies } from '../../../object/merge/patch-strategy.ts';
import { threeWayPatch, type ThreeWay } from '../../../object/merge/three-way.ts';
import { withLastApplied } from './last-applied.ts';

export type ClientSideApply =
  | ThreeWay
  /** The server's description of the kind could not be had, so that the form of the patch is not known. */
  | { readonly kind: 'unknown-kind' };

/**
 * `live` is the object as the server returns it in the version of `target`, with its status and managed fields:
 * what stands in neither the target nor the annotation is left alone. Without the annotation nothing is deleted.
 */
export function clientSideApply(
  target: KubeObject,
  live: KubeObject,
  strategies: PatchStrategies,
): ClientSideApply {
  const form = strategies({ ...groupVersionOf(target.apiVersion), kind: target.kind });
  if (form === undefined) return { kind: 'unknown-kind' };
  const recorded = originalOf(live);
  if (recorded.kind === 'unreadable')
    return { kind: 'refused', why: 'the annotation of what was last applied is no JSON object' };
  const modified = withLastApplied(inScopeOf(live, target));
  return threeWayPatch({ form, original: recorded.object, modified, current: live });
}

/** The client drops the namespace of an object whose kind has none. */
function inScopeOf(live: KubeObject, target: KubeObject): KubeObject {
  if (namespaceOf(live) !== '' || !Object.hasOwn(target.metadata, 'namespace')) return target;
  const { namespace: _, ...metadata } = target.metadata;
  return { ...target, metadata: { ...metadata, name: target.metadata.name } };
}

type Recorded =
  | { readonly kind: 'read'; readonly object: JsonObject | undefined }
  | { readonly kind: 'unreadable' };

export function originalOf(live: KubeObject): Recorded {
  const text = at(live, 'metadata', 'annotations', lastApplied);
  if (typeof text !== 'string' || text === '') return { kind: 'read', object: undefined };
  const object = jsonIn(text);
  return isJsonObject(object) ? { kind: 'read', object } : { kind: 'unreadable' };
}
