/** Three states of an object -> the JSON merge patch that kubectl makes of them (RFC 7386, jsonmergepatch): lists are replaced whole. */
import { isDeepStrictEqual } from 'node:util';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json.ts';

export interface ThreeStates {
  /** What was last applied; undefined where no record of it exists. */
  readonly original: JsonObject | undefined;
  readonly modified: JsonObject;
  readonly current: JsonObject;
}

/** Changes from live to declared, and deletions from last applied to declared. */
export function jsonMergePatch({ original, modified, current }: ThreeStates): JsonObject {
  const changes = only('changes', difference(current, modified));
  const deletions = only('deletions', difference(original ?? {}, modified));
  return merged(deletions, changes);
}

/** The patch that makes the one of the other (RFC 7386). */
export function difference(before: JsonObject, after: JsonObject): JsonObject {
  const changed = Object.entries(after).flatMap(([key, value]): (readonly [string, Json])[] => {
    const was = Object.hasOwn(before, key) ? before[key] : undefined;
    if (!isJsonObject(was) || !isJsonObject(value))
      return isDeepStrictEqual(was, value) ? [] : [[key, value]];
    const inside = difference(was, value);
    return Object.keys(inside).length > 0 ? [[key, inside]] : [];
  });
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  return Object.fromEntries([...changed, ...gone.map((key) => [key, null] as const)]);
}

/** An empty map that is stated is a value; one that is left empty here is none. */
function only(half: 'changes' | 'deletions', patch: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(patch).flatMap(([key, value]): (readonly [string, Json])[] => {
      if (!isJsonObject(value) || Object.keys(value).length === 0)
        return (value === null) === (half === 'deletions') ? [[key, value]] : [];
      const inside = only(half, value);
      return Object.keys(inside).length > 0 ? [[key, inside]] : [];
    }),
  );
}

function merged(deletions: JsonObject, changes: JsonObject): JsonObject {
  const both = Object.entries(changes).map(([key, value]) => {
    const was = Object.hasOwn(deletions, key) ? deletions[key] : undefined;
    const isBoth = isJsonObject(was) && isJsonObject(value);
    return [key, isBoth ? merged(was, value) : withoutNullMembers(value)] as const;
  });
  return { ...deletions, ...Object.fromEntries(both) };
}

/** An object after a JSON merge patch. */
export function applyJsonMerge(object: JsonObject, patch: JsonObject): JsonObject {
  const changed = Object.entries(patch).filter(([, value]) => value !== null);
  const kept = Object.entries(object).filter(([key]) => !Object.hasOwn(patch, key) || patch[key] !== null);
  return {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(
      changed.map(([key, value]) => {
        const was = Object.hasOwn(object, key) ? object[key] : undefined;
        const isBoth = isJsonObject(was) && isJsonObject(value);
        return [key, isBoth ? applyJsonMerge(was, value) : withoutNullMembers(value)];
      }),
    ),
  };
}

/** Of maps, also of those in lists; a list keeps its own nulls. */
export function withoutNullMembers(value: Json): Json {
  if (isJsonArray(value)) return value.map(withoutNullMembers);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutNullMembers(member)]));
}
