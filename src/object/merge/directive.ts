/** The directives of a strategic merge patch; a part of one -> the same as plain content. */
import { isJsonArray, isJsonObject, type Json } from '../json.ts';

/** Before the name of a list that is merged: the order that all of it shall have. */
export const orderPrefix = '$setElementOrder/';
/** Before the name of a list of scalars that is merged: those that go. */
export const deletionPrefix = '$deleteFromPrimitiveList/';

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
