/** A value that Argo CD read from a file of a directory -> the objects that it applies for it, or why it gives up. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../object/json.ts';
import type { Declared } from '../object/kube-object.ts';
import type { Place } from '../object/place.ts';
import { asKubeObject } from '../object/yaml.ts';
import type { Failed } from './rendering.ts';

export type Objects = { readonly kind: 'objects'; readonly declared: readonly Declared[] } | Failed;

/** All that Argo CD asks of a value before it takes it for an object: what else it lacks, it fails for later. */
export function hasKind(value: Json): value is JsonObject {
  return isJsonObject(value) && typeof value['kind'] === 'string' && value['kind'] !== '';
}

/** `placeOf` gets the index of an item where the value is a list. */
export function objectsOf(value: JsonObject, placeOf: (item: number | undefined) => Place): Objects {
  const { items } = value;
  // Whatever the kind is called; items of items stay as they are (gitops: Unstructured.IsList).
  if (!isJsonArray(items)) {
    return isEmptyList(value) ? { kind: 'objects', declared: [] } : allOf([value], () => placeOf(undefined));
  }
  return allOf(items, placeOf);
}

function isEmptyList(value: JsonObject): boolean {
  return value['items'] === null && !('spec' in value) && !('status' in value);
}

function allOf(values: readonly Json[], placeOf: (item: number) => Place): Objects {
  const declared: Declared[] = [];
  for (const [index, value] of values.entries()) {
    const origin = placeOf(index);
    const read = isJsonObject(value) ? asKubeObject(value) : 'an item of this list is no Kubernetes object';
    if (typeof read === 'string') return { kind: 'failed', message: read, place: origin };
    declared.push({ object: read.object, origin });
  }
  return { kind: 'objects', declared };
}
