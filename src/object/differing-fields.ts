/** Two specs -> the fields in which they differ, two names deep: `source.targetRevision`. */
import { canonicalJson } from './canonical.ts';
import { isJsonObject } from './json.ts';
import type { Json, JsonObject } from './json.ts';

export function differingFields(before: JsonObject, after: JsonObject, depth = 2): readonly string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keys.flatMap((key) => {
    const left = before[key];
    const right = after[key];
    if (textOf(left) === textOf(right)) return [];
    if (depth > 1 && isJsonObject(left) && isJsonObject(right)) {
      return differingFields(left, right, depth - 1).map((inner) => `${key}.${inner}`);
    }
    return [key];
  });
}

function textOf(value: Json | undefined): string {
  return value === undefined ? '' : canonicalJson(value);
}
