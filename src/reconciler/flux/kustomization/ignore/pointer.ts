/** JSON pointers into an object: what stands there, and the object with something else there. */
import { isJsonArray, isJsonObject, type Json } from '../../../../object/json.ts';

type Keys = readonly string[];

export function valueAt(value: Json | undefined, keys: Keys): Json | undefined {
  return keys.reduce<Json | undefined>((here, key) => {
    if (isJsonArray(here)) return /^\d+$/.test(key) ? here[Number(key)] : undefined;
    return isJsonObject(here) && Object.hasOwn(here, key) ? here[key] : undefined;
  }, value);
}

/** `undefined` takes away; where nothing stands, nothing is put. */
export function withValueAt(value: Json, [key, ...below]: Keys, put: Json | undefined): Json {
  if (key === undefined || valueAt(value, [key]) === undefined) return value;
  const change = (inside: Json): Json | undefined =>
    below.length === 0 ? put : withValueAt(inside, below, put);
  if (isJsonArray(value)) {
    return value.flatMap((item, index) => (index === Number(key) ? listed(change(item)) : [item]));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inside]): (readonly [string, Json])[] =>
      name === key ? listed(change(inside)).map((after) => [name, after] as const) : [[name, inside]],
    ),
  );
}

function listed(value: Json | undefined): readonly Json[] {
  return value === undefined ? [] : [value];
}
