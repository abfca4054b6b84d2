/** An object and what was made of it -> the object that it is now; as it was where a rule took away what makes it one. */
import { isJsonObject, type Json } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';

export function objectAfter(was: KubeObject, value: Json): KubeObject {
  if (!isJsonObject(value)) return was;
  const { apiVersion, kind, metadata } = value;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || !isJsonObject(metadata)) return was;
  return { ...value, apiVersion, kind, metadata: { ...metadata, name: was.metadata.name } };
}
