/** A prediction and the manager that writes some of its fields first -> the same, its `managedFields` as both leave them. */
import { at, isJsonArray, isJsonObject, type Json } from '../object/json.ts';
import type { CoWriter } from '../reconciler/attempt.ts';
import type { Said } from './exchange.ts';
import { common, rest, united, type FieldSet } from './field-set.ts';

interface Writers {
  readonly manager: string;
  readonly coWriter?: CoWriter;
}

export function withCoWriter(said: Said, { manager, coWriter }: Writers): Said {
  return coWriter === undefined ? said : withEntries(said, (entries) => shared(entries, manager, coWriter));
}

/** Who applies on the server what was just made owns all of it too. */
export function withApplier(said: Said, applier: string): Said {
  return withEntries(said, (entries) => [
    ...entries,
    ...entries.filter(isJsonObject).map((entry) => ({ ...entry, manager: applier, operation: 'Apply' })),
  ]);
}

function withEntries(said: Said, change: (entries: readonly Json[]) => readonly Json[]): Said {
  const { prediction } = said;
  if (prediction.kind !== 'object' && prediction.kind !== 'recreated') return said;
  const { metadata } = prediction.object;
  const entries = metadata['managedFields'];
  if (!isJsonArray(entries)) return said;
  const object = { ...prediction.object, metadata: { ...metadata, managedFields: change(entries) } };
  return { ...said, prediction: { ...prediction, object } };
}

function shared(entries: readonly Json[], manager: string, coWriter: CoWriter): readonly Json[] {
  const own = entries.find((entry) => isUpdateBy(entry, manager));
  if (!isJsonObject(own)) return entries;
  const moved = common(fieldsOf(own), coWriter.fields);
  if (Object.keys(moved).length === 0) return entries;
  const kept = rest(fieldsOf(own), moved);
  const other = entries.find((entry) => isUpdateBy(entry, coWriter.manager));
  const fieldsV1 = united([other === undefined ? {} : fieldsOf(other), moved]);
  return [
    ...entries.filter((entry) => entry !== own && entry !== other),
    { ...own, ...(isJsonObject(other) ? other : {}), manager: coWriter.manager, fieldsV1 },
    ...(Object.keys(kept).length === 0 ? [] : [{ ...own, fieldsV1: kept }]),
  ];
}

function isUpdateBy(entry: Json, manager: string): boolean {
  const isWhole = at(entry, 'subresource') === undefined;
  return isWhole && at(entry, 'manager') === manager && at(entry, 'operation') === 'Update';
}

function fieldsOf(entry: Json): FieldSet {
  const fields = at(entry, 'fieldsV1');
  return isJsonObject(fields) ? fields : {};
}
