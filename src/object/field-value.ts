/** A value and a field path -> the value of that field, with the keys and indexes that lead to it. */
import { isDeepStrictEqual } from 'node:util';
import type { FieldPath, FieldStep } from './field-path.ts';
import type { Json } from './json.ts';
import { at, isJsonArray, isJsonObject } from './json.ts';

export type Keys = readonly (string | number)[];

export interface FieldValue {
  readonly keys: Keys;
  readonly value: Json;
}

/** Undefined as soon as one step leads nowhere. */
export function fieldAt(root: Json, path: FieldPath): FieldValue | undefined {
  let here = root;
  const keys: (string | number)[] = [];
  for (const step of path) {
    const key = keyOf(here, step);
    const next = key === undefined ? undefined : at(here, key);
    if (key === undefined || next === undefined) return undefined;
    keys.push(key);
    here = next;
  }
  return { keys, value: here };
}

function keyOf(value: Json, step: FieldStep): string | number | undefined {
  if (typeof step !== 'object') return step;
  if (!isJsonArray(value)) return undefined;
  const index = value.findIndex((item) =>
    'value' in step
      ? isDeepStrictEqual(item, step.value)
      : Object.entries(step.keys).every(([key, wanted]) => isDeepStrictEqual(at(item, key), wanted)),
  );
  return index < 0 ? undefined : index;
}

/** By its name where it has one, so that a new item before it moves nothing. */
export function itemStep(item: Json, index: number): FieldStep {
  const name = at(item, 'name');
  return typeof name === 'string' && name !== '' ? { keys: { name } } : index;
}

export interface Scalar {
  readonly path: FieldPath;
  /** The same path by keys and indexes alone. */
  readonly keys: Keys;
  readonly value: string | number | boolean;
}

/** All but null. */
export function scalarsOf(value: Json, path: FieldPath = [], keys: Keys = []): readonly Scalar[] {
  if (isJsonArray(value)) {
    return value.flatMap((item, index) =>
      scalarsOf(item, [...path, itemStep(item, index)], [...keys, index]),
    );
  }
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([key, child]) => scalarsOf(child, [...path, key], [...keys, key]));
  }
  return value === null ? [] : [{ path, keys, value }];
}
