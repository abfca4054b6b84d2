/** Values, and the options of a deployment, each with others laid over them -> what comes of it in Fleet (controller/options). */
import { isJsonObject } from '../../../object/json.ts';
import type { Json, JsonObject } from '../../../object/json.ts';
import { flagAt, listAt, numberAt, objectAt, partAt, textAt } from '../../../object/fields.ts';

/** Maps are merged, all else is replaced: also by null, which Helm takes for a key that is not there. */
export function mergedValues(below: JsonObject, above: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const under = merged[key];
    merged[key] = isJsonObject(under) && isJsonObject(value) ? mergedValues(under, value) : value;
  }
  return merged;
}

const texts = ['defaultNamespace', 'namespace', 'serviceAccount'] as const;

/** What a customization does not name here it cannot change, whatever it says. */
export function mergedOptions(base: JsonObject, custom: JsonObject): JsonObject {
  const named = Object.fromEntries(
    texts.flatMap((key) => (textAt(custom, key) === '' ? [] : [[key, textAt(custom, key)] as const])),
  );
  return {
    ...base,
    ...named,
    ...present('helm', mergedHelm(partAt(base, 'helm'), partAt(custom, 'helm'))),
    ...present('kustomize', mergedKustomize(partAt(base, 'kustomize'), partAt(custom, 'kustomize'))),
    ...appended(base, custom, ['diff', 'comparePatches']),
    ...appended(base, custom, ['yaml', 'overlays']),
    ...(flagAt(custom, 'keepResources') ? { keepResources: true } : {}),
    ...present('correctDrift', partAt(custom, 'correctDrift')),
  };
}

function present(key: string, value: JsonObject | undefined): JsonObject {
  return value === undefined ? {} : { [key]: value };
}

function appended(base: JsonObject, custom: JsonObject, [part, list]: readonly [string, string]): JsonObject {
  if (partAt(custom, part) === undefined) return {};
  return {
    [part]: { ...objectAt(base, part), [list]: [...listAt(base, part, list), ...listAt(custom, part, list)] },
  };
}

const helmTexts = ['repo', 'chart', 'version', 'releaseName'] as const;
const helmFlags = [
  'force',
  'atomic',
  'takeOwnership',
  'disablePreProcess',
  'waitForJobs',
  'disableDNS',
] as const;

function mergedHelm(base: JsonObject = {}, custom?: JsonObject): JsonObject | undefined {
  if (custom === undefined) return undefined;
  const timeout = numberAt(custom, 'timeoutSeconds');
  return {
    ...base,
    ...Object.fromEntries(
      helmTexts.flatMap((key) => (textAt(custom, key) === '' ? [] : [[key, textAt(custom, key)] as const])),
    ),
    ...Object.fromEntries(helmFlags.flatMap((key) => (flagAt(custom, key) ? [[key, true] as const] : []))),
    ...(timeout === 0 ? {} : { timeoutSeconds: Math.max(timeout, 0) }),
    ...mergedPart(base, custom, 'values'),
    ...mergedPart(base, custom, 'templateValues'),
    ...(listAt(custom, 'valuesFrom').length === 0
      ? {}
      : { valuesFrom: [...listAt(base, 'valuesFrom'), ...listAt(custom, 'valuesFrom')] }),
  };
}

function mergedPart(base: JsonObject, custom: JsonObject, key: string): JsonObject {
  const above = partAt(custom, key);
  if (above === undefined) return {};
  return { [key]: mergedValues(objectAt(base, key), above) };
}

function mergedKustomize(base: JsonObject = {}, custom?: JsonObject): JsonObject | undefined {
  if (custom === undefined) return undefined;
  const dir = textAt(custom, 'dir');
  return dir === '' ? base : { ...base, dir };
}
