/** An object without what a JSON pointer names, as the removal of github.com/evanphx/json-patch does it; unchanged where it names nothing. */
import { isJsonArray, isJsonObject, type Json } from '../../../object/json.ts';
import { keysIn } from '../../../object/json-pointer.ts';

export function withoutPointer(value: Json, pointer: string): Json {
  const keys = keysIn(pointer);
  return keys.length === 0 ? value : removed(value, keys);
}

function removed(value: Json, [key = '', ...path]: readonly string[]): Json {
  if (isJsonArray(value)) {
    const index = indexIn(value, key);
    if (index === undefined) return value;
    return value.flatMap((item, place) => {
      if (place !== index) return [item];
      return path.length === 0 ? [] : [removed(item, path)];
    });
  }
  if (!isJsonObject(value) || !Object.hasOwn(value, key)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      if (name !== key) return [[name, member] as const];
      return path.length === 0 ? [] : [[name, removed(member, path)] as const];
    }),
  );
}

/** A negative one counts from the end. */
function indexIn(list: readonly Json[], key: string): number | undefined {
  if (!/^[+-]?\d+$/u.test(key)) return undefined;
  const number = Number(key);
  const index = number < 0 ? number + list.length : number;
  return index >= 0 && index < list.length ? index : undefined;
}
