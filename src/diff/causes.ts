/** A difference between live and prediction -> why it is there. */
import { isDeepStrictEqual } from 'node:util';
import type { FieldPath } from '../object/field-path.ts';
import type { Json, JsonObject } from '../object/json.ts';
import { isJsonArray, isJsonObject } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { keysOf } from './align.ts';
import type { AppliedRecord, Cause } from './change.ts';
import { causes } from './change.ts';
import { isEdited } from './edited.ts';
import { ownersOf } from './managed-fields.ts';
import type { Difference } from './three-way.ts';

/** What is known about the last apply of this one object. */
export type LastApply =
  /** The manifest that was applied; undefined when the object was not in it. */
  | {
      readonly kind: 'object';
      readonly object: KubeObject | undefined;
      readonly from: Extract<AppliedRecord, 'objects' | 'annotation' | 'last-sync'>;
    }
  | { readonly kind: 'manager'; readonly manager: string }
  | { readonly kind: 'unknown' };

export function recordOf(lastApply: LastApply): AppliedRecord {
  switch (lastApply.kind) {
    case 'object':
      return lastApply.from;
    case 'manager':
      return 'managed-fields';
    case 'unknown':
      return 'unknown';
  }
}

/** One object as base would declare it, had nothing moved of what is fetched for the unit. */
export interface Unmoved {
  /** Undefined where it would declare none. */
  readonly object: KubeObject | undefined;
}

export interface Record {
  readonly lastApply: LastApply;
  readonly live: KubeObject | undefined;
  /** Undefined where nothing moved since the last sync. */
  readonly unmoved?: Unmoved | undefined;
  /** As base declares it. */
  readonly declared: KubeObject | undefined;
}

function step(value: Json | undefined, key: FieldPath[number]): Json | undefined {
  if (typeof key === 'string')
    return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  if (!isJsonArray(value)) return undefined;
  if (typeof key === 'number') return value[key];
  if ('value' in key) return value.find((item) => isDeepStrictEqual(item, key.value));
  return value.find((item) => isDeepStrictEqual(writtenKeys(item, Object.keys(key.keys)), key.keys));
}

/** The one merge key that a manifest may leave to the server, which takes it for TCP (core/v1 defaults). */
function writtenKeys(item: Json, keys: readonly string[]): JsonObject | undefined {
  const written = keysOf(item, keys);
  return written && keys.includes('protocol') ? { protocol: 'TCP', ...written } : written;
}

function valueAt(object: KubeObject | undefined, path: FieldPath): Json | undefined {
  let here: Json | undefined = object;
  for (const key of path) here = step(here, key);
  return here;
}

/** What would be at a path without the move; as base declares it where nothing moved. */
function unmovedAt({ path }: Difference, { unmoved, declared }: Record): Json | undefined {
  return valueAt(unmoved === undefined ? declared : unmoved.object, path);
}

function isMoved(difference: Difference, record: Record): boolean {
  return !isDeepStrictEqual(unmovedAt(difference, record), valueAt(record.declared, difference.path));
}

/** The manifests as they were written: where the applied one equals base's, no sync is missing, so somebody else wrote. */
function byManifest(
  difference: Difference,
  applied: KubeObject | undefined,
  record: Record,
): readonly Cause[] {
  const was = valueAt(applied, difference.path);
  const waiting = waitingBy(difference, was, record);
  const { path, before } = difference;
  const isDrift = was !== undefined && isEdited({ applied: was, live: before, path }, record.live);
  return isDrift || waiting.length === 0 ? [...waiting, 'drift'] : waiting;
}

/** What an apply of base would bring, from Git or from elsewhere, beside what is known to have been applied. */
function waitingBy(difference: Difference, was: Json | undefined, record: Record): readonly Cause[] {
  const isUnsynced = !isDeepStrictEqual(was, unmovedAt(difference, record));
  return [
    ...(isUnsynced ? ['unsynced' as const] : []),
    ...(isMoved(difference, record) ? ['input-moved' as const] : []),
  ];
}

/**
 * A field that the unit's manager owns by Apply holds what was last applied. A field that live does not have has no
 * owner: that it was never applied and that somebody removed it look the same, and the former is told.
 */
function byOwner(difference: Difference, manager: string, record: Record): readonly Cause[] {
  const { before, path } = difference;
  const applied = isMoved(difference, record)
    ? waitingBy(difference, before, record)
    : (['unsynced'] as const);
  if (before === undefined || record.live === undefined) return applied;
  const owners = ownersOf(record.live, path);
  return owners.some((owner) => owner.manager === manager && owner.operation === 'Apply')
    ? applied
    : ['drift'];
}

function besides(difference: Difference, record: Record): readonly Cause[] {
  const { lastApply } = record;
  if (lastApply.kind === 'object') return byManifest(difference, lastApply.object, record);
  if (lastApply.kind === 'manager') return byOwner(difference, lastApply.manager, record);
  return isMoved(difference, record) ? ['unsynced', 'input-moved', 'drift'] : ['unsynced', 'drift'];
}

/** In the order of `causes`; at least one. */
export function causesOf(difference: Difference, record: Record): readonly Cause[] {
  const found = new Set<Cause>();
  if (!isDeepStrictEqual(difference.base, difference.after)) found.add('pull-request');
  if (!isDeepStrictEqual(difference.before, difference.base)) {
    for (const cause of besides(difference, record)) found.add(cause);
  }
  return inOrder(found);
}

/** Whether an apply of base would bring it as well. */
export function isWaiting(found: readonly Cause[]): boolean {
  return found.includes('unsynced') || found.includes('input-moved');
}

export function inOrder(found: ReadonlySet<Cause>): readonly Cause[] {
  return causes.filter((cause) => found.has(cause));
}
