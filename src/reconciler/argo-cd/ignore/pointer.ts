/** An object without what a JSON pointer names, as the removal of github.com/evanphx/json-patch does it; unchanged where it names nothing. */
import { isJsonArray, isJsonObject, type Json } from '../../../object/json.ts';

export function withoutPointer(value: Json, pointer: string): Json {
  // What stands before the first slash is not looked at.
  const [, ...parts] = pointer.split('/');
  if (parts.length === 0) return value;
  return removed(
    value,
    parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')),
  );
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
