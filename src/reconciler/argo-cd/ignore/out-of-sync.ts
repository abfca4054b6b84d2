/**
 * The live object and the API server's prediction -> whether Argo CD takes the object for out of sync, and what its rules
 * hide. With a server-side diff it compares just these two; else it predicts by itself (client-side.ts), sees also what a
 * webhook or a schema takes back each time, and does not see what only the server would change.
 */
import { isDeepStrictEqual } from 'node:util';
import { fieldText, type FieldPath } from '../../../object/field-path.ts';
import { fieldAt } from '../../../object/field-value.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { lastApplied } from '../../../object/last-applied.ts';
import type { MergeForm } from '../../../object/merge/patch-strategy.ts';
import { originalOf } from '../apply/three-way.ts';
import { asCompared, type BuiltInOptions } from './built-in.ts';
import { isSameWriting, predictedByClient } from './client-side.ts';
import { differingPaths } from './differing.ts';
import { isOneKnownValue, type Difference, type KnownTypeField } from './known-types.ts';
import { normalize, normalizePair, type Normalized } from './normalize.ts';
import { objectAfter } from './object-after.ts';
import type { DifferenceRule } from './rule.ts';

export interface Compared {
  readonly predicted: KubeObject;
  readonly live: KubeObject;
  readonly rules: readonly DifferenceRule[];
  readonly settings: BuiltInOptions;
  /** Fields of the object's kind that are compared as core types. */
  readonly knownTypes?: readonly KnownTypeField[];
  /** Undefined for a server-side diff. */
  readonly byClient?: { readonly target: KubeObject; readonly form: MergeForm };
}

export interface SyncState {
  readonly isOutOfSync: boolean;
  readonly differing: readonly FieldPath[];
  /** Fields that differ and that the rules hide; the sync still writes them unless it respects the rules. */
  readonly hidden: readonly FieldPath[];
}

/** A list that rules left without the key by which it is merged: ComparisonError, no sync of the whole Application. */
export interface NotMerged {
  readonly kind: 'not-merged';
}

/** An object that does not exist yet, or that leaves, is out of sync in any case. */
export async function syncState(compared: Compared): Promise<Normalized<SyncState> | NotMerged> {
  const live = asCompared(compared.live, compared.settings);
  const other = asCompared(compared.predicted, compared.settings);
  const normalized = await normalizePair({ live, other }, compared.rules);
  if (normalized.kind === 'not-compiled') return normalized;
  const byClient = await seenByClient(compared);
  if (byClient.kind !== 'normalized') return byClient;
  const seen = byClient.value ?? between(normalized.value.live, normalized.value.other);
  const differing = seen
    .filter((difference) => !isOneKnownValue(difference, compared.knownTypes ?? []))
    .map(({ path }) => path);
  const left = new Set(differing.map(fieldText));
  const hidden = pathsBetween(live, other).filter((path) => !isSaid(path, left));
  return { ...normalized, value: { isOutOfSync: differing.length > 0, differing, hidden } };
}

function pathsBetween(live: KubeObject, other: KubeObject): readonly FieldPath[] {
  return differingPaths(withoutRecords(live), withoutRecords(other));
}

/** Paths where the client's own prediction differs, and not only in its writing or by a default that the server adds. */
async function seenByClient(
  compared: Compared,
): Promise<Normalized<readonly Difference[] | undefined> | NotMerged> {
  const { byClient, settings, rules } = compared;
  if (byClient === undefined) return { kind: 'normalized', value: undefined, skipped: [] };
  const states = { live: asCompared(compared.live, settings), other: asCompared(byClient.target, settings) };
  const normalized = await normalizePair(states, rules);
  if (normalized.kind === 'not-compiled') return normalized;
  const { live, other: target } = normalized.value;
  const original = await normalize(recordIn(compared, target), rules);
  if (original.kind === 'not-compiled') return original;
  // Where three states cannot be compared, two are.
  const next =
    predictedByClient({ original: original.value, target, live }, byClient.form) ??
    predictedByClient({ original: target, target, live }, byClient.form);
  if (next === undefined) return { kind: 'not-merged' };
  const found = between(live, objectAfter(live, next));
  if (byClient.form.kind === 'json-merge') return { ...normalized, value: found };
  return { ...normalized, value: found.filter((each) => !isOneWriting(each, compared)) };
}

function recordIn({ live, settings }: Compared, target: KubeObject): KubeObject {
  const recorded = originalOf(live);
  const isThere = recorded.kind === 'read' && recorded.object !== undefined;
  return isThere ? asCompared(objectAfter(target, recorded.object), settings) : target;
}

/** The client has the types of built-in kinds and their defaults; the server's answer shows what both come to. */
function isOneWriting({ path, was, is }: Difference, { predicted }: Compared): boolean {
  return isDeepStrictEqual(valueAt(predicted, path), was) && (is === undefined || isSameWriting(was, is));
}

function between(live: KubeObject, other: KubeObject): readonly Difference[] {
  return pathsBetween(live, other).map((path) => ({
    path,
    was: valueAt(live, path),
    is: valueAt(other, path),
  }));
}

function valueAt(object: JsonObject, path: FieldPath): Json | undefined {
  return fieldAt(object, path)?.value;
}

/** A path, or one above it: what is left of a list whose items are gone is told as the list. */
function isSaid(path: FieldPath, left: ReadonlySet<string>): boolean {
  return path.some((_, index) => left.has(fieldText(path.slice(0, index + 1))));
}

const records = ['managedFields', 'resourceVersion', 'generation', 'uid', 'selfLink'];

/** Each write changes them. Argo CD adds no annotation of last applied to what it compares. */
function withoutRecords({ metadata, ...object }: KubeObject): JsonObject {
  const { annotations, ...others } = metadata;
  const kept = Object.entries(others).filter(([key]) => !records.includes(key));
  const said = isJsonObject(annotations)
    ? Object.entries(annotations).filter(([key]) => key !== lastApplied)
    : [];
  const all = said.length === 0 ? kept : [...kept, ['annotations', Object.fromEntries(said)] as const];
  return { ...object, metadata: Object.fromEntries(all) };
}
