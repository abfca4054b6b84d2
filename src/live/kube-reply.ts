/** A body that a server answered -> a Kubernetes object, or undefined where it is none. */
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';

export function asKubeObject(body: Json | undefined): KubeObject | undefined {
  if (!isJsonObject(body)) return undefined;
  const { apiVersion, kind, metadata } = body;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || !isJsonObject(metadata)) return undefined;
  const name = metadata['name'];
  return typeof name === 'string'
    ? { ...body, apiVersion, kind, metadata: { ...metadata, name } }
    : undefined;
}

/** Items of a list; those of built-in kinds say neither apiVersion nor kind, so the list's are taken. */
export function itemsOf(
  list: JsonObject,
  of: { readonly apiVersion: string; readonly kind: string },
): readonly KubeObject[] {
  const items = at(list, 'items');
  if (!isJsonArray(items)) return [];
  return items.flatMap((item) => asKubeObject(isJsonObject(item) ? { ...item, ...of } : item) ?? []);
}
