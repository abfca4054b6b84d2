/** An object and a strategic merge patch -> the object as a server would make it (k8s.io/apimachinery strategicpatch), before its defaults. */
import { isJsonArray, type Json, type JsonObject } from '../json.ts';
import { deletionPrefix, orderPrefix, withoutDirectives } from './directive.ts';
import { withoutNullMembers } from './json-merge.ts';
import { arranged, asObjects, isDeletion, itemType, keyOf, listOf, typeOf } from './merge-list.ts';
import { mergedValue } from './merged-value.ts';
import { knownField, NotMergeable } from './not-mergeable.ts';
import type { MergeField, MergeSchema } from './patch-strategy.ts';

type List = readonly Json[];
type Members = Map<string, Json>;

/** Throws NotMergeable for what a server would refuse; three-way.ts makes a value of it. */
export function applyStrategic(object: JsonObject, patch: JsonObject, schema: MergeSchema): JsonObject {
  const { $patch: directive, $retainKeys: retained, ...changes } = patch;
  if (directive === 'replace') return changes;
  if (directive === 'delete') return {};
  const merged: Members = new Map(Object.entries(object));
  if (isJsonArray(retained)) for (const key of merged.keys()) if (!retained.includes(key)) merged.delete(key);
  const rest: Members = new Map(Object.entries(changes));
  for (const [key, order] of rest) {
    if (!key.startsWith(orderPrefix)) continue;
    rest.delete(key);
    applyOrdered(merged, rest, { name: key.slice(orderPrefix.length), order: listOf(order), schema });
  }
  for (const [key, value] of rest) applyMember(merged, [key, value], schema);
  return Object.fromEntries(merged);
}

interface Ordered {
  readonly name: string;
  readonly order: List;
  readonly schema: MergeSchema;
}

function applyOrdered(merged: Members, rest: Members, { name, order, schema }: Ordered): void {
  const was = merged.get(name);
  const changes = rest.get(name);
  if (was === undefined && changes === undefined) return;
  const field = knownField(schema, name, 'list');
  const all =
    was === undefined
      ? listOf(cleaned(changes ?? []))
      : changes === undefined
        ? listOf(was)
        : appliedList(listOf(was), listOf(changes), field);
  merged.set(name, arranged(all, listOf(was), { by: order, mergeKey: field.mergeKey }));
  rest.delete(name);
}

function applyMember(merged: Members, [key, value]: readonly [string, Json], schema: MergeSchema): void {
  if (key.startsWith(deletionPrefix)) {
    const name = key.slice(deletionPrefix.length);
    const left = listOf(merged.get(name)).filter((item) => !listOf(value).includes(item));
    if (merged.has(name)) merged.set(name, left);
    return;
  }
  if (value === null) {
    merged.delete(key);
    return;
  }
  const was = merged.get(key);
  const isSame = was !== undefined && typeOf(was) === typeOf(value);
  const merging = { schema, maps: applyStrategic, lists: appliedList };
  const next = isSame ? mergedValue(key, [was, value], merging) : cleaned(value);
  if (next === undefined) merged.delete(key);
  else merged.set(key, next);
}

function appliedList(was: List, changes: List, field: MergeField): List {
  if (was.length === 0 && changes.length === 0) return was;
  if (itemType(was, changes) !== 'object') {
    const all = [...new Set([...was, ...changes])];
    return arranged(all, was, { by: changes, mergeKey: undefined });
  }
  if (field.mergeKey === undefined) throw new NotMergeable('a list without a merge key cannot be merged');
  return appliedItems(asObjects(was), asObjects(changes), { ...field, mergeKey: field.mergeKey });
}

function appliedItems(
  was: readonly JsonObject[],
  changes: readonly JsonObject[],
  { mergeKey, inside }: MergeField & { readonly mergeKey: string },
): List {
  const deleted = new Set(changes.filter(isDeletion).map((item) => keyOf(item, mergeKey)));
  const kept = changes.filter((item) => !Object.hasOwn(item, '$patch'));
  if (changes.some((item) => item['$patch'] === 'replace')) return kept;
  const all = was.filter((item) => !deleted.has(keyOf(item, mergeKey)));
  for (const change of kept) {
    const key = keyOf(change, mergeKey);
    const index = all.findIndex((item) => item[mergeKey] === key);
    const found = all[index];
    if (found === undefined) all.push(change);
    else all[index] = applyStrategic(found, change, inside);
  }
  return arranged(all, was, { by: kept, mergeKey });
}

/** Without directives and nulls, which mean something only where there is something to change. */
function cleaned(value: Json): Json | undefined {
  return withoutDirectives(withoutNullMembers(value));
}
