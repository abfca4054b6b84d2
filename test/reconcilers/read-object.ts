/** JSON of a server -> a Kubernetes object, if it is one; an identity -> the object as the cluster has it now. */
import type { VersionedIdentity } from '../../src/object/identity.ts';
import { at, isJsonObject, type Json } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';

export function isKubeObject(value: Json | undefined): value is KubeObject {
  return (
    isJsonObject(value) &&
    typeof value['apiVersion'] === 'string' &&
    typeof value['kind'] === 'string' &&
    typeof at(value, 'metadata', 'name') === 'string'
  );
}

/** The text at a path of keys; empty where there is none. */
export function textAt(value: Json | undefined, ...keys: readonly string[]): string {
  const found = at(value, ...keys);
  return typeof found === 'string' ? found : '';
}

/** Enough of an object to find it. */
export function bare({ group, version, kind, namespace, name }: VersionedIdentity): KubeObject {
  return {
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind,
    metadata: { name, ...(namespace === '' ? {} : { namespace }) },
  };
}
