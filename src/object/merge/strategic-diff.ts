/**
 * Two states of an object -> one half of a strategic merge patch: what changes or is added, or what is deleted.
 * A three-way patch takes the changes from live to declared and the deletions from last applied to declared.
 */
import { isDeepStrictEqual } from 'node:util';
import { compareText } from '../canonical.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json.ts';
import { deletionPrefix, orderPrefix } from './directive.ts';
import { typeOf } from './merge-list.ts';
import { isMerged, knownField } from './not-mergeable.ts';
import type { MergeField, MergeSchema } from './patch-strategy.ts';
import { diffLists } from './strategic-diff-list.ts';

export interface Scope {
  readonly half: 'changes' | 'deletions';
  readonly schema: MergeSchema;
  /** Whether the patch says which keys of the map stay. */
  readonly retainKeys: boolean;
}

/** Entries of the patch; none where nothing differs. */
type Entries = readonly (readonly [string, Json])[];

export function diffMaps(before: JsonObject, after: JsonObject, scope: Scope): JsonObject {
  const changed = Object.entries(after).flatMap(([key, value]) =>
    diffField({ key, was: Object.hasOwn(before, key) ? before[key] : undefined, value }, scope),
  );
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  const deleted = scope.half === 'deletions' ? gone.map((key) => [key, null] as const) : [];
  const patch = [...changed, ...deleted];
  const retained = Object.keys(after).filter((key) => scope.retainKeys && after[key] !== null);
  const isSaid = patch.length > 0 || gone.some((key) => before[key] !== null);
  const directive = retained.length > 0 && isSaid ? [retainedKeys(retained)] : [];
  return Object.fromEntries([...patch, ...directive]);
}

function retainedKeys(keys: readonly string[]): readonly [string, Json] {
  return ['$retainKeys', keys.toSorted(compareText)];
}

interface Field {
  readonly key: string;
  readonly was: Json | undefined;
  readonly value: Json;
}

function diffField({ key, was, value }: Field, scope: Scope): Entries {
  const whole: Entries = scope.half === 'changes' ? [[key, value]] : [];
  if (was === undefined) return whole;
  if (typeOf(was) !== typeOf(value)) return whole;
  if (isJsonObject(was) && isJsonObject(value)) return diffMap({ key, was, value }, scope, whole);
  if (isJsonArray(was) && isJsonArray(value)) return diffList({ key, was, value }, scope, whole);
  return was === value ? [] : whole;
}

function diffMap(
  { key, was, value }: Field & { readonly was: JsonObject; readonly value: JsonObject },
  scope: Scope,
  whole: Entries,
): Entries {
  const field = fieldUnlessEqual({ key, was, value }, scope.schema, 'map');
  if (field === undefined) return [];
  if (field.strategies.includes('replace')) return whole;
  const patch = diffMaps(was, value, {
    half: scope.half,
    schema: field.inside,
    retainKeys: field.strategies.includes('retainKeys'),
  });
  return Object.keys(patch).length > 0 ? [[key, patch]] : [];
}

function diffList(
  { key, was, value }: Field & { readonly was: readonly Json[]; readonly value: readonly Json[] },
  scope: Scope,
  whole: Entries,
): Entries {
  const field = fieldUnlessEqual({ key, was, value }, scope.schema, 'list');
  if (field === undefined) return [];
  if (!isMerged(field)) return isDeepStrictEqual(was, value) ? [] : whole;
  const inside = {
    half: scope.half,
    schema: field.inside,
    retainKeys: field.strategies.includes('retainKeys'),
  };
  const { patch, deleted, order } = diffLists(was, value, {
    half: scope.half,
    mergeKey: field.mergeKey,
    diffItems: (a, b) => diffMaps(a, b, inside),
  });
  return [
    ...(patch.length > 0 ? [[key, patch] as const] : []),
    ...(deleted.length > 0 ? [[`${deletionPrefix}${key}`, deleted] as const] : []),
    ...(order.length > 0 ? [[`${orderPrefix}${key}`, order] as const] : []),
  ];
}

/** What is equal needs no schema, so that an unknown field that nobody touches is no error. */
function fieldUnlessEqual(
  { key, was, value }: Field,
  schema: MergeSchema,
  as: 'map' | 'list',
): MergeField | undefined {
  const field = schema.field(key, as);
  if (field !== undefined) return field;
  return isDeepStrictEqual(was, value) ? undefined : knownField(schema, key, as);
}
