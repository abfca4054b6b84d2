/** The deletions and the changes of a three-way strategic merge patch -> one patch that does both, directives kept. */
import { isDeepStrictEqual } from 'node:util';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json.ts';
import { orderPrefix, withoutDirectives } from './directive.ts';
import { arranged, asObjects, isDeletion, itemType, keyOf, listOf, typeOf } from './merge-list.ts';
import { mergedValue } from './merged-value.ts';
import { knownField, NotMergeable } from './not-mergeable.ts';
import type { MergeField, MergeSchema } from './patch-strategy.ts';

type List = readonly Json[];
type Members = Map<string, Json>;

export function mergePatches(deletions: JsonObject, changes: JsonObject, schema: MergeSchema): JsonObject {
  if (Object.hasOwn(changes, '$patch')) return directed(changes);
  const merged: Members = new Map(Object.entries(deletions));
  const rest: Members = new Map(Object.entries(changes));
  for (const [key, value] of rest) {
    if (key === '$retainKeys' || key.startsWith(orderPrefix)) {
      rest.delete(key);
      keepDirective(merged, key, value);
      if (key !== '$retainKeys')
        mergeOrdered(merged, rest, { name: key.slice(orderPrefix.length), value, schema });
    }
  }
  for (const [key, value] of rest) mergeMember(merged, [key, value], schema);
  return Object.fromEntries(merged);
}

/** What a person wrote into the source; the client follows it already here. */
function directed({ $patch: directive = null, ...others }: JsonObject): JsonObject {
  if (directive === 'replace') return others;
  if (directive === 'delete') return {};
  throw new NotMergeable('$patch has an unknown value');
}

function keepDirective(merged: Members, key: string, value: Json): void {
  const other = merged.get(key);
  if (other === undefined) merged.set(key, value);
  else if (!isDeepStrictEqual(other, value)) throw new NotMergeable(`two ${key} differ`);
}

interface Ordered {
  readonly name: string;
  readonly value: Json;
  readonly schema: MergeSchema;
}

function mergeOrdered(merged: Members, rest: Members, { name, value, schema }: Ordered): void {
  const deletions = listIn(merged, name);
  const changes = listIn(rest, name);
  const order = listOf(value);
  const field = knownField(schema, name, 'list');
  if (deletions === undefined && changes === undefined) return;
  demandOrder(changes ?? [], order, field.mergeKey);
  const all =
    deletions === undefined
      ? listOf(withoutDirectives(changes ?? []))
      : changes === undefined
        ? deletions
        : mergeLists(deletions, changes, field);
  merged.set(name, arranged(all, deletions ?? [], { by: order, mergeKey: field.mergeKey }));
  rest.delete(name);
}

function listIn(members: Members, name: string): List | undefined {
  const value = members.get(name);
  if (value !== undefined && !isJsonArray(value)) throw new NotMergeable(`${name} is no list`);
  return value;
}

/** A list with one key twice, between others, can be in an order that the client refuses itself. */
function demandOrder(changes: List, order: List, mergeKey: string | undefined): void {
  if (order.length === 0) return;
  let next = 0;
  for (const item of changes.filter((each) => !isJsonObject(each) || !Object.hasOwn(each, '$patch'))) {
    const key = keyOf(item, mergeKey);
    const found = order.findIndex((other, index) => index >= next && keyOf(other, mergeKey) === key);
    if (found < 0) throw new NotMergeable('the items of a list are not in the order that is asked for');
    next = found + 1;
  }
}

function mergeMember(merged: Members, [key, value]: readonly [string, Json], schema: MergeSchema): void {
  const was = value === null ? undefined : merged.get(key);
  if (was !== undefined && typeOf(was) === typeOf(value)) {
    merged.set(key, mergedValue(key, [was, value], { schema, maps: mergePatches, lists: arrangedOnce }));
    return;
  }
  const kept = withoutDirectives(value);
  if (kept === undefined) merged.delete(key);
  else merged.set(key, kept);
}

function arrangedOnce(deletions: List, changes: List, field: MergeField): List {
  return deletions.length === 0 && changes.length === 0 ? deletions : mergeLists(deletions, changes, field);
}

/** Scalars never come here: their deletions stand in a list of their own. */
function mergeLists(deletions: List, changes: List, { mergeKey, inside }: MergeField): List {
  if (itemType(deletions, changes) !== 'object' || mergeKey === undefined)
    throw new NotMergeable('a list without a merge key cannot be merged');
  const all = [...asObjects(deletions)];
  for (const change of asObjects(changes)) {
    if (isDeletion(change)) throw new NotMergeable('a change deletes');
    const key = keyOf(change, mergeKey);
    const index = all.findIndex((item) => item[mergeKey] === key);
    const found = all[index];
    if (found === undefined) all.push(change);
    else all[index] = mergePatches(found, change, inside);
  }
  return arranged(all, deletions, { by: changes, mergeKey });
}
