/** Sets of fields as `managedFields` writes them (FieldsV1) -> their union, what they share, and an object without the fields of one that another does not hold. */
import { canonicalJson } from '../object/canonical.ts';
import { isJsonArray, isJsonObject, jsonIn, type Json, type JsonObject } from '../object/json.ts';

/** Keys `f:name`, `k:{…}`, `v:…` and `.` for the map or the item itself; a leaf is empty. */
export type FieldSet = JsonObject;

export function united(sets: readonly FieldSet[]): FieldSet {
  const union: Record<string, Json> = {};
  for (const set of sets) {
    for (const [key, below] of Object.entries(set)) {
      const known = Object.hasOwn(union, key) ? union[key] : undefined;
      const both = [known, below].filter(isJsonObject);
      union[key] = united(both);
    }
  }
  return union;
}

/** What is in both; a leaf of `by` stands for all below it. */
export function common(set: FieldSet, by: FieldSet): FieldSet {
  return Object.fromEntries(
    Object.entries(set).flatMap(([key, below]): (readonly [string, Json])[] => {
      const other = Object.hasOwn(by, key) ? by[key] : undefined;
      if (!isJsonObject(other) || !isJsonObject(below)) return [];
      if (Object.keys(other).length === 0) return [[key, below]];
      const inside = common(below, other);
      return Object.keys(inside).length > 0 ? [[key, inside]] : [];
    }),
  );
}

/** What is left of a set without what is common to both. */
export function rest(set: FieldSet, by: FieldSet): FieldSet {
  return Object.fromEntries(
    Object.entries(set).flatMap(([key, below]): (readonly [string, Json])[] => {
      const other = Object.hasOwn(by, key) ? by[key] : undefined;
      if (!isJsonObject(other) || !isJsonObject(below)) return [[key, below]];
      if (Object.keys(other).length === 0) return [];
      const inside = rest(below, other);
      return Object.keys(inside).length > 0 ? [[key, inside]] : [];
    }),
  );
}

/** As a server-side apply takes away what it owned and no longer states (structured-merge-diff, merge/update.go). */
export function without(value: Json, gone: FieldSet, kept: FieldSet): Json {
  return Object.entries(gone).reduce<Json>((left, [key, below]) => {
    if (key === '.' || !isJsonObject(below)) return left;
    const other = Object.hasOwn(kept, key) ? kept[key] : undefined;
    return changedAt(left, key, (inside) => {
      if (!isJsonObject(other)) return isWhole(key, below) ? undefined : without(inside, below, {});
      return without(inside, below, other);
    });
  }, value);
}

/** A field goes with all below it, also with what was never owned; an item of a list only where the item itself was owned. */
function isWhole(key: string, below: FieldSet): boolean {
  return key.startsWith('f:') || Object.keys(below).length === 0 || Object.hasOwn(below, '.');
}

/** `change` answers undefined for what goes. */
function changedAt(value: Json, key: string, change: (inside: Json) => Json | undefined): Json {
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, inside]): (readonly [string, Json])[] => {
        const after = key === `f:${name}` ? change(inside) : inside;
        return after === undefined ? [] : [[name, after]];
      }),
    );
  }
  if (!isJsonArray(value)) return value;
  return value.flatMap((item): readonly Json[] => {
    const after = isItem(key, item) ? change(item) : item;
    return after === undefined ? [] : [after];
  });
}

function isItem(key: string, item: Json): boolean {
  const wanted = jsonIn(key.slice(2));
  if (key.startsWith('v:')) return wanted !== undefined && canonicalJson(wanted) === canonicalJson(item);
  if (!key.startsWith('k:') || !isJsonObject(wanted) || !isJsonObject(item)) return false;
  return Object.entries(wanted).every(
    ([name, value]) =>
      Object.hasOwn(item, name) && canonicalJson(item[name] ?? null) === canonicalJson(value),
  );
}
