/** The spec of an Application -> the same in the form in which the controller writes it. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';
import { withoutEmptyTools } from '../units/sources.ts';

/** Empty parts that mean nothing are left out, an empty project is `default`. */
export function normalizedSpec(spec: JsonObject): JsonObject {
  const members = Object.entries(spec).flatMap(([key, value]): readonly (readonly [string, Json])[] => {
    if (key === 'syncPolicy' && isNoPolicy(value)) return [];
    if (key === 'source' && isJsonObject(value)) return [[key, withoutEmptyTools(value)]];
    if (key === 'sources' && isJsonArray(value)) {
      return [[key, value.map((source) => (isJsonObject(source) ? withoutEmptyTools(source) : source))]];
    }
    return [[key, value]];
  });
  const normal: JsonObject = Object.fromEntries(members);
  const project = normal['project'];
  return { ...normal, project: typeof project === 'string' && project !== '' ? project : 'default' };
}

/** `automated: {}` is one, and switches automated sync on. */
function isNoPolicy(value: Json): boolean {
  const parts = isJsonObject(value) ? Object.values(value) : [];
  return parts.every((part) => part === null || (isJsonArray(part) && part.length === 0));
}
