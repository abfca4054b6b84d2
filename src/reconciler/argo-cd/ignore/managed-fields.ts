/** Two states of an object and trusted managers -> both states without the fields that those managers own and that differ. */
import { isDeepStrictEqual } from 'node:util';
import { at, isJsonArray, isJsonObject, jsonIn, type Json, type JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { objectAfter } from './object-after.ts';

type Pair = readonly [KubeObject, KubeObject];

/** Ownership is that of `live`. A field that only one of the two has is no such field (util/argo/managedfields). */
export function withoutTrusted(live: KubeObject, other: KubeObject, managers: ReadonlySet<string>): Pair {
  const entries = live.metadata['managedFields'];
  let pair: Pair = [live, other];
  for (const entry of isJsonArray(entries) ? entries : []) {
    const manager = at(entry, 'manager');
    const fields = at(entry, 'fieldsV1');
    if (typeof manager !== 'string' || !managers.has(manager) || !isJsonObject(fields)) continue;
    for (const path of leavesOf(fields)) pair = withoutLeaf(pair, path);
  }
  return pair;
}

function withoutLeaf([live, other]: Pair, path: Path): Pair {
  const mine = valueAt(live, path);
  const theirs = valueAt(other, path);
  if (mine === undefined || theirs === undefined || isDeepStrictEqual(mine, theirs)) return [live, other];
  return [without(live, path), without(other, path)];
}

/** The keys of FieldsV1, such as `f:spec`, `k:{"name":"web"}`, `v:"a"`, `i:0`. */
type Path = readonly string[];

function leavesOf(fields: JsonObject): readonly Path[] {
  return Object.entries(fields).flatMap(([key, inside]): readonly Path[] => {
    if (key === '.' || !isJsonObject(inside)) return [];
    const below = leavesOf(inside);
    return Object.keys(inside).length === 0 ? [[key]] : below.map((path) => [key, ...path]);
  });
}

/** A map's key or a list's index. */
function stepAt(value: Json, key: string): string | number | undefined {
  const text = key.slice(2);
  if (key.startsWith('f:')) return text;
  if (!isJsonArray(value)) return undefined;
  if (key.startsWith('i:')) return Number(text);
  const wanted = jsonIn(text);
  const index = value.findIndex((item) =>
    key.startsWith('v:') ? isDeepStrictEqual(item, wanted) : isJsonObject(wanted) && hasKeys(item, wanted),
  );
  return index < 0 ? undefined : index;
}

/** A key that the item leaves out has its default in the record, such as a port's protocol. */
function hasKeys(item: Json, wanted: JsonObject): boolean {
  return Object.entries(wanted).every(([key, value]) => {
    const own = at(item, key);
    return isDeepStrictEqual(own, value) || (own === undefined && key === 'protocol' && value === 'TCP');
  });
}

function valueAt(value: Json, path: Path): Json | undefined {
  let here: Json | undefined = value;
  for (const key of path) {
    const step: string | number | undefined = here === undefined ? undefined : stepAt(here, key);
    here = step === undefined ? undefined : at(here, step);
  }
  return here;
}

function without(object: KubeObject, path: Path): KubeObject {
  return objectAfter(object, removed(object, path));
}

function removed(value: Json, [key, ...path]: Path): Json {
  const step = key === undefined ? undefined : stepAt(value, key);
  if (step === undefined) return value;
  const inside = at(value, step);
  const next = path.length === 0 || inside === undefined ? undefined : removed(inside, path);
  if (isJsonArray(value)) {
    return value.flatMap((item, index) => (index === step ? (next === undefined ? [] : [next]) : [item]));
  }
  if (!isJsonObject(value)) return value;
  const others = Object.entries(value).filter(([name]) => name !== step);
  return Object.fromEntries(next === undefined ? others : [...others, [String(step), next]]);
}
