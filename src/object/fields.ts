/** Fields of a manifest that nobody has checked -> their values, or what stands for one that is missing or of another type. */
import { at, isJsonArray, isJsonObject } from './json.ts';
import type { Json, JsonObject } from './json.ts';

type Path = readonly (string | number)[];

/** Empty where it is no text. */
export function textAt(value: Json | undefined, ...path: Path): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
}

export function flagAt(value: Json | undefined, ...path: Path): boolean {
  return at(value, ...path) === true;
}

export function listAt(value: Json | undefined, ...path: Path): readonly Json[] {
  const found = at(value, ...path);
  return isJsonArray(found) ? found : [];
}

export function textsAt(value: Json | undefined, ...path: Path): readonly string[] {
  return listAt(value, ...path).filter((item) => typeof item === 'string');
}

export function objectAt(value: Json | undefined, ...path: Path): JsonObject {
  const found = at(value, ...path);
  return isJsonObject(found) ? found : {};
}

/** Those members that are texts. */
export function textMapAt(value: Json | undefined, ...path: Path): Readonly<Record<string, string>> {
  const entries = Object.entries(objectAt(value, ...path));
  return Object.fromEntries(
    entries.flatMap(([key, item]) => (typeof item === 'string' ? [[key, item]] : [])),
  );
}

/** Zero where it is no number. */
export function numberAt(value: Json | undefined, ...path: Path): number {
  const found = at(value, ...path);
  return typeof found === 'number' ? found : 0;
}

/** Undefined where there is none. */
export function partAt(value: Json | undefined, ...path: Path): JsonObject | undefined {
  const found = at(value, ...path);
  return isJsonObject(found) ? found : undefined;
}
