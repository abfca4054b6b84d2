/**
 * The answer to a server-side apply that takes over fields of other managers -> the answer as it is once they are
 * taken over (facts/kubernetes.md §1: ownership cannot be moved by a dry run, so its effect is asked for apart).
 */
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { jsonMergePatch } from '../object/merge/json-merge.ts';
import type { Attempt } from '../reconciler/attempt.ts';
import type { Live } from './answer.ts';
import type { ServedKind } from './catalog.ts';
import { sendAndRead, type Said } from './exchange.ts';
import { common, rest, united, without, type FieldSet } from './field-set.ts';
import type { Session } from './session.ts';

export interface TakingOver {
  readonly attempt: Extract<Attempt, { readonly kind: 'apply' }>;
  readonly live: Live;
  /** What the server said to the apply alone. */
  readonly said: Said;
}

export async function afterTakeOver(
  session: Session,
  served: ServedKind,
  { attempt, live, said }: TakingOver,
): Promise<Said> {
  const { prediction } = said;
  const takes = takesOf(attempt);
  if (takes.isNothing || live.kind !== 'found' || prediction.kind !== 'object') return said;
  const before = entriesOf(live.object);
  const taken = before.filter(takes.isTaken);
  const own = before.find((entry) => isOwn(entry, attempt.manager));
  const version = (own ?? taken[0])?.apiVersion;
  const owned = [...(own === undefined ? [] : [own]), ...taken].filter(
    (entry) => takes.acrossVersions || entry.apiVersion === version,
  );
  const kept = entriesOf(prediction.object).filter((entry) => !takes.isTaken(entry));
  const marks = marksOf(attempt);
  const managedFields = kept.flatMap((entry) => withoutFields(entry, marks));
  const applied = prediction.object;
  const stated = united([always, ...kept.map(({ fields }) => fields)]);
  const unowned = without(applied, united(owned.map(({ fields }) => fields)), stated);
  const left = asMap(without(unowned, marks, aroundMarks));
  if (Object.keys(patchTo(applied, left)).length === 0) {
    return { ...said, prediction: { kind: 'object', object: managedBy(applied, managedFields) } };
  }
  const { manager, stage, validation } = attempt;
  const again = await sendAndRead(session, served, {
    kind: 'patch',
    type: 'application/merge-patch+json',
    object: attempt.object,
    body: patchTo(live.object, left),
    manager,
    stage,
    validation,
  });
  if (again.prediction.kind !== 'object') return again;
  return {
    prediction: { kind: 'object', object: managedBy(again.prediction.object, managedFields) },
    warnings: [...new Set([...said.warnings, ...again.warnings])],
    assumes: said.assumes,
  };
}

/** Every apply states these, and no entry names them. */
const always: FieldSet = {
  'f:apiVersion': {},
  'f:kind': {},
  'f:metadata': { 'f:name': {}, 'f:namespace': {} },
};

interface Entry {
  readonly manager: Json | undefined;
  readonly operation: Json | undefined;
  readonly subresource: Json | undefined;
  readonly apiVersion: Json | undefined;
  readonly fields: FieldSet;
  readonly entry: Json;
}

function entriesOf(object: KubeObject): readonly Entry[] {
  const list = object.metadata['managedFields'];
  if (!isJsonArray(list)) return [];
  return list.map((entry) => ({
    manager: at(entry, 'manager'),
    operation: at(entry, 'operation'),
    subresource: at(entry, 'subresource'),
    apiVersion: at(entry, 'apiVersion'),
    fields: asMap(at(entry, 'fieldsV1')),
    entry,
  }));
}

function asMap(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

interface Takes {
  readonly isNothing: boolean;
  readonly isTaken: (entry: Entry) => boolean;
  /** Of a taken-over entry in another version only the name goes, or all that it has (fluxcd/pkg ssa/patch.go). */
  readonly acrossVersions: boolean;
}

function takesOf({ takesOver = [], cleansUp }: TakingOver['attempt']): Takes {
  const { entries = [], annotations = [], labels = [] } = cleansUp ?? {};
  const named = [
    ...takesOver.map((manager) => ({ manager, operation: 'Update' })),
    ...entries.map(({ manager, operation }) => ({ manager, operation })),
  ];
  return {
    isNothing: named.length + annotations.length + labels.length === 0,
    isTaken: ({ manager, operation, subresource }) =>
      subresource === undefined &&
      named.some((each) => each.manager === manager && each.operation === operation),
    acrossVersions: cleansUp !== undefined,
  };
}

const places = ['annotations', 'labels'] as const;
const aroundMarks: FieldSet = { 'f:metadata': { 'f:annotations': {}, 'f:labels': {} } };

/** Whoever owns them, they go where the apply does not state them. */
function marksOf({ cleansUp, object: stated }: TakingOver['attempt']): FieldSet {
  const gone = places.map((place) => {
    const own = asMap(stated.metadata[place]);
    const keys = (cleansUp?.[place] ?? []).filter((key) => !Object.hasOwn(own, key));
    return [`f:${place}`, Object.fromEntries(keys.map((key) => [`f:${key}`, {}]))] as const;
  });
  const filled = gone.filter(([, keys]) => Object.keys(keys).length > 0);
  return filled.length === 0 ? {} : { 'f:metadata': Object.fromEntries(filled) };
}

/** Nothing of an entry that owned no more than these. */
function withoutFields({ entry, fields }: Entry, gone: FieldSet): readonly Json[] {
  if (Object.keys(common(fields, gone)).length === 0 || !isJsonObject(entry)) return [entry];
  const fieldsV1 = rest(fields, gone);
  return Object.keys(fieldsV1).length === 0 ? [] : [{ ...entry, fieldsV1 }];
}

function isOwn({ manager, operation, subresource }: Entry, name: string): boolean {
  return manager === name && operation === 'Apply' && subresource === undefined;
}

function managedBy(object: KubeObject, managedFields: readonly Json[]): KubeObject {
  return { ...object, metadata: { ...object.metadata, managedFields } };
}

const serverOwn = new Set(['managedFields', 'resourceVersion', 'generation', 'creationTimestamp', 'uid']);

function patchTo(from: JsonObject, to: JsonObject): JsonObject {
  return jsonMergePatch({ original: bare(from), modified: bare(to), current: bare(from) });
}

function bare({ status: _status, ...object }: JsonObject): JsonObject {
  const metadata = Object.entries(asMap(object['metadata'])).filter(([key]) => !serverOwn.has(key));
  return { ...object, metadata: Object.fromEntries(metadata) };
}
