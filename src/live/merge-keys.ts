/** A cluster's OpenAPI v3 -> the keys by which the items of a list are the same item (facts/kubernetes.md §1.9). */
import { at, isJsonArray, isJsonObject, type Json } from '../object/json.ts';
import type { GroupVersionKind } from './catalog.ts';
import { kindName, resolved, type OpenApi, type OpenApiDocument } from './open-api.ts';

/**
 * `path` is the list's, of field names and without positions: `['spec', 'template', 'spec', 'containers']`.
 * Undefined for what is no list with keys: an atomic list, a set, an unknown field, a kind whose description could not be had.
 */
export type MergeKeys = (of: GroupVersionKind, path: readonly string[]) => readonly string[] | undefined;

export function mergeKeysIn(openApi: OpenApi): MergeKeys {
  return (of, path) => {
    const described = openApi(of);
    const document = described.kind === 'read' ? described.document : undefined;
    const root = document?.roots.get(kindName(of));
    return document === undefined || root === undefined ? undefined : keysAt(document, root, path);
  };
}

function keysAt(
  document: OpenApiDocument,
  root: Json,
  path: readonly string[],
): readonly string[] | undefined {
  let here: Json | undefined = root;
  for (const [index, field] of path.entries()) {
    const inside = index === 0 ? here : itemsOrSelf(document, here);
    here = fieldOf(document, inside, field);
  }
  return keysOf(here);
}

function fieldOf({ all }: OpenApiDocument, schema: Json | undefined, field: string): Json | undefined {
  const properties = at(schema, 'properties');
  if (isJsonObject(properties) && Object.hasOwn(properties, field)) return resolved(all, properties[field]);
  return resolved(all, at(schema, 'additionalProperties'));
}

function itemsOrSelf({ all }: OpenApiDocument, schema: Json | undefined): Json | undefined {
  const items = at(schema, 'items');
  return items === undefined ? schema : resolved(all, items);
}

function keysOf(schema: Json | undefined): readonly string[] | undefined {
  const type = at(schema, 'x-kubernetes-list-type');
  const keys = at(schema, 'x-kubernetes-list-map-keys');
  if (type === 'map' && isJsonArray(keys)) return keys.filter((key) => typeof key === 'string');
  const mergeKey = at(schema, 'x-kubernetes-patch-merge-key');
  return type === undefined && typeof mergeKey === 'string' ? [mergeKey] : undefined;
}
