/** Two values of one field, both maps or both lists -> one value, merged in the way that the field's kind says. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json.ts';
import { isMerged, knownField } from './not-mergeable.ts';
import type { MergeField, MergeSchema } from './patch-strategy.ts';

interface Merging {
  readonly schema: MergeSchema;
  readonly maps: (was: JsonObject, is: JsonObject, schema: MergeSchema) => JsonObject;
  readonly lists: (was: readonly Json[], is: readonly Json[], field: MergeField) => readonly Json[];
}

/** The second of the two where nothing is merged. */
export function mergedValue(
  key: string,
  [was, is]: readonly [Json, Json],
  { schema, maps, lists }: Merging,
): Json {
  if (isJsonObject(was) && isJsonObject(is)) {
    const field = knownField(schema, key, 'map');
    return field.strategies.includes('replace') ? is : maps(was, is, field.inside);
  }
  if (isJsonArray(was) && isJsonArray(is)) {
    const field = knownField(schema, key, 'list');
    return isMerged(field) ? lists(was, is, field) : is;
  }
  return is;
}
