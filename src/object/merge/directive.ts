/** A part of a strategic merge patch -> the same as plain content. */
import { isJsonArray, isJsonObject, type Json } from '../json.ts';

/** Undefined where the value is itself a directive. */
export function withoutDirectives(value: Json): Json | undefined {
  if (isJsonArray(value)) return value.flatMap((item) => withoutDirectives(item) ?? []);
  if (!isJsonObject(value)) return value;
  if (Object.hasOwn(value, '$patch')) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      const kept = withoutDirectives(member);
      return kept === undefined ? [] : [[key, kept] as const];
    }),
  );
}
