/** A value without what a JSON pointer names; the value itself where it names nothing. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';

export function without(value: JsonObject, pointer: string): JsonObject {
  if (!pointer.startsWith('/')) return value;
  const path = pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const left = removed(value, path);
  return isJsonObject(left) ? left : value;
}

function removed(value: Json, [key = '', ...path]: readonly string[]): Json {
  if (isJsonArray(value)) {
    if (path.length === 0) return value.filter((_item, index) => String(index) !== key);
    return value.map((item, index) => (String(index) === key ? removed(item, path) : item));
  }
  if (!isJsonObject(value) || !Object.hasOwn(value, key)) return value;
  if (path.length === 0) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
  return { ...value, [key]: removed(value[key] ?? null, path) };
}
