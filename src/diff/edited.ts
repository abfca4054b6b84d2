/** What was applied at a path, and what is live there -> whether somebody wrote it since: what the server filled in is nobody's. */
import { isDeepStrictEqual } from 'node:util';
import type { FieldPath } from '../object/field-path.ts';
import type { Json, JsonObject } from '../object/json.ts';
import { isJsonArray, isJsonObject } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { ownersOf } from './managed-fields.ts';

interface Between {
  readonly applied: Json | undefined;
  readonly live: Json | undefined;
  readonly path: FieldPath;
}

export function isEdited({ applied, live, path }: Between, object: KubeObject | undefined): boolean {
  if (isJsonObject(applied) && isJsonObject(live)) {
    const keys = Object.keys(applied);
    return (
      keys.some((key) =>
        isEdited({ applied: applied[key], live: live[key], path: [...path, key] }, object),
      ) || hasForeign(applied, { live, path }, object)
    );
  }
  if (isJsonArray(applied) && isJsonArray(live)) {
    return (
      applied.length !== live.length ||
      applied.some((item, index) =>
        isEdited({ applied: item, live: live[index], path: [...path, index] }, object),
      )
    );
  }
  return !isDeepStrictEqual(applied, live);
}

/** Whether a field that was not applied belongs to somebody who owns none that was. */
function hasForeign(
  applied: JsonObject,
  { live, path }: { readonly live: JsonObject; readonly path: FieldPath },
  object: KubeObject | undefined,
): boolean {
  if (object === undefined) return false;
  const managers = (key: string): readonly string[] =>
    ownersOf(object, [...path, key]).map(({ manager }) => manager);
  const appliers = new Set(Object.keys(applied).flatMap(managers));
  return Object.keys(live)
    .filter((key) => !Object.hasOwn(applied, key))
    .some((key) => {
      const owners = managers(key);
      return owners.length > 0 && !owners.some((owner) => appliers.has(owner));
    });
}
