/** The live object and the API server's prediction -> whether Argo CD takes the object for out of sync, and what its rules hide. */
import { fieldText, type FieldPath } from '../../../object/field-path.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { isJsonObject, type JsonObject } from '../../../object/json.ts';
import { lastApplied } from '../apply/last-applied.ts';
import { asCompared, type BuiltInOptions } from './built-in.ts';
import { differingPaths } from './differing.ts';
import { normalizePair, type Normalized } from './normalize.ts';
import type { DifferenceRule } from './rule.ts';

export interface Compared {
  readonly predicted: KubeObject;
  readonly live: KubeObject;
  readonly rules: readonly DifferenceRule[];
  readonly settings: BuiltInOptions;
}

export interface SyncState {
  readonly isOutOfSync: boolean;
  readonly differing: readonly FieldPath[];
  /** Fields that differ and that the rules hide; the sync still writes them unless it respects the rules. */
  readonly hidden: readonly FieldPath[];
}

/** An object that does not exist yet, or that leaves, is out of sync in any case. */
export async function syncState(compared: Compared): Promise<Normalized<SyncState>> {
  const live = asCompared(compared.live, compared.settings);
  const other = asCompared(compared.predicted, compared.settings);
  const normalized = await normalizePair({ live, other }, compared.rules);
  if (normalized.kind === 'not-compiled') return normalized;
  const all = differingPaths(withoutRecords(live), withoutRecords(other));
  const differing = differingPaths(
    withoutRecords(normalized.value.live),
    withoutRecords(normalized.value.other),
  );
  const left = new Set(differing.map(fieldText));
  const value = {
    isOutOfSync: differing.length > 0,
    differing,
    hidden: all.filter((path) => !isSaid(path, left)),
  };
  return { ...normalized, value };
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
