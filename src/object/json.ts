/** Plain JSON as it was read: nothing added, nothing dropped, nothing re-typed. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isJsonArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** Undefined for text that is no JSON. */
export function jsonIn(text: string): Json | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON.parse gives JSON
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The value at a path of keys, or undefined as soon as one is missing. */
export function at(value: Json | undefined, ...keys: readonly (string | number)[]): Json | undefined {
  let here: Json | undefined = value;
  for (const key of keys) {
    if (typeof key === 'number') here = isJsonArray(here) ? here[key] : undefined;
    else here = isJsonObject(here) && Object.hasOwn(here, key) ? here[key] : undefined;
  }
  return here;
}
