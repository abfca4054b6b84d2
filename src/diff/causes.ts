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

export interface Record {
  readonly lastApply: LastApply;
  readonly live: KubeObject | undefined;
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

/** The manifests as they were written: where the applied one equals base's, no sync is missing, so somebody else wrote. */
function byManifest(
  difference: Difference,
  applied: KubeObject | undefined,
  record: Record,
): readonly Cause[] {
  const was = valueAt(applied, difference.path);
  const unsynced = !isDeepStrictEqual(was, valueAt(record.declared, difference.path));
  const { path, before } = difference;
  const drift = was === undefined ? !unsynced : isEdited({ applied: was, live: before, path }, record.live);
  return [...(unsynced ? ['unsynced' as const] : []), ...(drift || !unsynced ? ['drift' as const] : [])];
}

/**
 * A field that the unit's manager owns by Apply holds what was last applied. A field that live does not have has no
 * owner: that it was never applied and that somebody removed it look the same, and the former is told.
 */
function byOwner(difference: Difference, manager: string, live: KubeObject | undefined): readonly Cause[] {
  if (difference.before === undefined || live === undefined) return ['unsynced'];
  const owners = ownersOf(live, difference.path);
  return owners.some((owner) => owner.manager === manager && owner.operation === 'Apply')
    ? ['unsynced']
    : ['drift'];
}

function besides(difference: Difference, record: Record): readonly Cause[] {
  const { lastApply } = record;
  if (lastApply.kind === 'object') return byManifest(difference, lastApply.object, record);
  if (lastApply.kind === 'manager') return byOwner(difference, lastApply.manager, record.live);
  return ['unsynced', 'drift'];
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

export function inOrder(found: ReadonlySet<Cause>): readonly Cause[] {
  return causes.filter((cause) => found.has(cause));
}
