/** A field of a declared object -> what it holds on both sides: what its source has to explain. */
import { isDeepStrictEqual } from 'node:util';
import type { FieldPath } from '../object/field-path.ts';
import { fieldAt } from '../object/field-value.ts';
import type { Keys } from '../object/field-value.ts';
import type { Json } from '../object/json.ts';
import { isJsonObject } from '../object/json.ts';
import type { Declared, KubeObject } from '../object/kube-object.ts';
import type { Place } from '../object/place.ts';

export interface AskedField {
  /** Where head declares the object. */
  readonly origin: Place;
  readonly object: KubeObject;
  readonly path: FieldPath;
  /** The path inside `object`. */
  readonly keys: Keys;
  readonly value: Json;
  /** Base's; undefined where base does not have the field. */
  readonly before: Json | undefined;
}

/** Undefined where head does not declare the field: no line of its source can be meant. */
export function askedField(
  { base, head }: { readonly base: Declared | undefined; readonly head: Declared | undefined },
  path: FieldPath,
): AskedField | undefined {
  if (head?.origin === undefined) return undefined;
  const { object, origin } = head;
  const exact = narrowed(base?.object, object, path);
  const found = fieldAt(object, exact);
  if (found === undefined) return undefined;
  const before = base && fieldAt(base.object, exact)?.value;
  return { origin, object, path: exact, keys: found.keys, value: found.value, before };
}

/** Of a map in which one member differs, that member. */
function narrowed(base: KubeObject | undefined, head: KubeObject, path: FieldPath): FieldPath {
  const before = base && fieldAt(base, path)?.value;
  const after = fieldAt(head, path)?.value;
  if (!isJsonObject(before) || !isJsonObject(after)) return path;
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const [only, ...others] = keys.filter((key) => !isDeepStrictEqual(before[key], after[key]));
  if (only === undefined || others.length > 0 || after[only] === undefined) return path;
  return narrowed(base, head, [...path, only]);
}
