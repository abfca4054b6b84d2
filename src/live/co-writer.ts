/** A prediction and the manager that writes some of its fields first -> the same, its `managedFields` as both leave them. */
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { CoWriter } from '../reconciler/attempt.ts';
import type { Prediction } from './answer.ts';
import type { Said } from './exchange.ts';
import { common, rest, united, type FieldSet } from './field-set.ts';

interface Writers {
  readonly manager: string;
  readonly coWriter?: CoWriter;
}

export function withCoWriter(said: Said, { manager, coWriter }: Writers): Said {
  const { prediction } = said;
  if (coWriter === undefined) return said;
  if (prediction.kind !== 'object' && prediction.kind !== 'recreated') return said;
  const object = shared(prediction.object, manager, coWriter);
  return { ...said, prediction: { ...prediction, object } satisfies Prediction };
}

/** Who applies on the server what was just made owns all of it too. */
export function withApplier(said: Said, applier: string): Said {
  const { prediction } = said;
  if (prediction.kind !== 'object' && prediction.kind !== 'recreated') return said;
  const { metadata } = prediction.object;
  const entries = metadata['managedFields'];
  if (!isJsonArray(entries)) return said;
  const applied = entries.filter(isJsonObject).map((entry): Json => ({
    ...entry,
    manager: applier,
    operation: 'Apply',
  }));
  const managedFields = [...entries, ...applied];
  const object = { ...prediction.object, metadata: { ...metadata, managedFields } };
  return { ...said, prediction: { ...prediction, object } satisfies Prediction };
}

function shared(object: KubeObject, manager: string, coWriter: CoWriter): KubeObject {
  const entries = object.metadata['managedFields'];
  if (!isJsonArray(entries)) return object;
  const own = entries.find((entry) => isUpdateBy(entry, manager));
  if (!isJsonObject(own)) return object;
  const moved = common(fieldsOf(own), coWriter.fields);
  if (Object.keys(moved).length === 0) return object;
  const kept = rest(fieldsOf(own), moved);
  const other = entries.find((entry) => isUpdateBy(entry, coWriter.manager));
  const fieldsV1 = united([other === undefined ? {} : fieldsOf(other), moved]);
  const managedFields = [
    ...entries.filter((entry) => entry !== own && entry !== other),
    { ...own, ...(isJsonObject(other) ? other : {}), manager: coWriter.manager, fieldsV1 },
    ...(Object.keys(kept).length === 0 ? [] : [{ ...own, fieldsV1: kept }]),
  ];
  return { ...object, metadata: { ...object.metadata, managedFields } };
}

function isUpdateBy(entry: Json, manager: string): boolean {
  const isWhole = at(entry, 'subresource') === undefined;
  return isWhole && at(entry, 'manager') === manager && at(entry, 'operation') === 'Update';
}

function fieldsOf(entry: Json): FieldSet {
  const fields: Json | undefined = at(entry, 'fieldsV1');
  const none: JsonObject = {};
  return isJsonObject(fields) ? fields : none;
}
