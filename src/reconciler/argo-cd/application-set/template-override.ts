/** A generator's template and the set's -> the template that counts: what the generator's leaves empty comes from the set's. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';

export function withDefaults(own: Json | undefined, fallback: Json): Json {
  if (isEmpty(own) || own === undefined) return fallback;
  if (!isJsonObject(own) || !isJsonObject(fallback)) return own;
  const keys = [...new Set([...Object.keys(own), ...Object.keys(fallback)])];
  const members = keys.map((key): readonly [string, Json] => [
    key,
    member(key, own[key], fallback[key] ?? null),
  ]);
  const merged: JsonObject = Object.fromEntries(members);
  return merged;
}

/** Opaque to the controller, so taken as a whole. */
const opaque = new Set(['valuesObject']);

function member(key: string, own: Json | undefined, fallback: Json): Json {
  if (opaque.has(key)) return own === undefined || own === null ? fallback : own;
  return withDefaults(own, fallback);
}

/** Go's zero values (mergo without override): a `false` cannot win over a `true`. */
function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '' || value === false || value === 0) return true;
  return isJsonArray(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0;
}
