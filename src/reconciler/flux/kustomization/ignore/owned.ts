/** A live object and a JSON pointer -> who of those that apply on the server owns what stands there (fluxcd/pkg ssa/manager_apply.go). */
import { canonicalJson } from '../../../../object/canonical.ts';
import {
  at,
  isJsonArray,
  isJsonObject,
  jsonIn,
  type Json,
  type JsonObject,
} from '../../../../object/json.ts';
import type { KubeObject } from '../../../../object/kube-object.ts';
import { valueAt } from './pointer.ts';

export function appliersOf(live: KubeObject, keys: readonly string[]): readonly string[] {
  const entries = applied(live);
  const segments = segmentsOf(live, keys, entries);
  if (segments === undefined) return [];
  return entries.flatMap(({ manager, fields }) => (at(fields, ...segments) === undefined ? [] : [manager]));
}

interface Entry {
  readonly manager: string;
  readonly fields: JsonObject;
}

function applied(live: KubeObject): readonly Entry[] {
  const list = live.metadata['managedFields'];
  return (isJsonArray(list) ? list : []).flatMap((entry) => {
    const [manager, fields] = [at(entry, 'manager'), at(entry, 'fieldsV1')];
    const isWhole = at(entry, 'operation') === 'Apply' && (at(entry, 'subresource') ?? '') === '';
    return isWhole && typeof manager === 'string' && isJsonObject(fields) ? [{ manager, fields }] : [];
  });
}

/** As `managedFields` names them: an item of a list by its keys. Undefined where an item has none there. */
function segmentsOf(
  live: KubeObject,
  keys: readonly string[],
  entries: readonly Entry[],
): readonly string[] | undefined {
  const segments: string[] = [];
  for (const [index, key] of keys.entries()) {
    if (!/^\d+$/.test(key)) {
      segments.push(`f:${key}`);
      continue;
    }
    const item = valueAt(live, keys.slice(0, index + 1));
    const names = entries.flatMap(({ fields }) => Object.keys(objectIn(at(fields, ...segments))));
    const own = names.find((name) => isItem(name, item));
    if (own === undefined) return undefined;
    segments.push(own);
  }
  return segments;
}

function objectIn(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function isItem(name: string, item: Json | undefined): boolean {
  const wanted = name.startsWith('k:') ? jsonIn(name.slice(2)) : undefined;
  if (!isJsonObject(wanted) || !isJsonObject(item)) return false;
  return Object.entries(wanted).every(
    ([key, value]) => canonicalJson(item[key] ?? null) === canonicalJson(value),
  );
}
