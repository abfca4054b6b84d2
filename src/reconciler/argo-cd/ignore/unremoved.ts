/**
 * What a client-side apply makes of a live object -> what Argo CD's comparison on the server makes of it. That is a dry run
 * of a server-side apply; where none was made before, it owns nothing that it could remove, so what has left Git is not seen.
 */
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { MergeField, MergeForm, MergeSchema } from '../../../object/merge/patch-strategy.ts';
import { manager } from '../sync/request.ts';
import { objectAfter } from './object-after.ts';

export function withUnremoved(predicted: KubeObject, live: KubeObject, form: MergeForm): KubeObject {
  if (wasAppliedOnServer(live)) return predicted;
  const schema = form.kind === 'strategic-merge' ? form.schema : mapsAlone;
  return objectAfter(predicted, mapWith(live, predicted, schema));
}

function wasAppliedOnServer({ metadata }: KubeObject): boolean {
  const entries = metadata['managedFields'];
  return (
    isJsonArray(entries) &&
    entries.some((entry) => at(entry, 'manager') === manager && at(entry, 'operation') === 'Apply')
  );
}

/** Of a custom resource a list is one value, unless its definition says otherwise. */
const mapsAlone: MergeSchema = {
  field: () => ({ strategies: [], mergeKey: undefined, inside: mapsAlone }),
};

function mapWith(was: JsonObject, is: JsonObject, schema: MergeSchema): JsonObject {
  const next = new Map<string, Json>(Object.entries(was));
  for (const [key, value] of Object.entries(is)) {
    const old = next.get(key);
    next.set(key, old === undefined ? value : valueWith(old, value, { key, schema }));
  }
  return Object.fromEntries(next);
}

interface Place {
  readonly key: string;
  readonly schema: MergeSchema;
}

function valueWith(was: Json, is: Json, { key, schema }: Place): Json {
  if (isJsonObject(was) && isJsonObject(is)) {
    const field = schema.field(key, 'map');
    return field === undefined ? is : mapWith(was, is, field.inside);
  }
  if (!isJsonArray(was) || !isJsonArray(is)) return is;
  const field = schema.field(key, 'list');
  return field?.strategies.includes('merge') === true ? listWith(was, is, field) : is;
}

/** In the order that lives, and what is new behind it. */
function listWith(was: readonly Json[], is: readonly Json[], { mergeKey, inside }: MergeField): Json {
  const same = (a: Json, b: Json): boolean =>
    mergeKey === undefined ? a === b : at(a, mergeKey) !== undefined && at(a, mergeKey) === at(b, mergeKey);
  const kept = was.map((old) => {
    const now = is.find((each) => same(old, each));
    return isJsonObject(old) && isJsonObject(now) ? mapWith(old, now, inside) : (now ?? old);
  });
  return [...kept, ...is.filter((each) => !was.some((old) => same(old, each)))];
}
