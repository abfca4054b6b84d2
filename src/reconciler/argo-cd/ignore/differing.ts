/** Two values -> the paths at which they differ; items of a list are the same by their name, else by their place. */
import { isDeepStrictEqual } from 'node:util';
import type { FieldPath, FieldStep } from '../../../object/field-path.ts';
import { itemStep } from '../../../object/field-value.ts';
import { fieldText } from '../../../object/field-path.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../object/json.ts';

export function differingPaths(a: Json, b: Json, path: FieldPath = []): readonly FieldPath[] {
  if (isDeepStrictEqual(a, b)) return [];
  const left = membersOf(a);
  const right = membersOf(b);
  if (left === undefined || right === undefined || isJsonArray(a) !== isJsonArray(b)) return [path];
  const steps = new Map([...left, ...right].map(([text, { step }]) => [text, step]));
  const below = [...steps].flatMap(([text, step]): readonly FieldPath[] => {
    const mine = left.get(text);
    const theirs = right.get(text);
    if (mine === undefined || theirs === undefined) return [[...path, step]];
    return differingPaths(mine.value, theirs.value, [...path, step]);
  });
  // Only their order differs.
  return below.length === 0 ? [path] : below;
}

interface Member {
  readonly step: FieldStep;
  readonly value: Json;
}

function membersOf(value: Json): ReadonlyMap<string, Member> | undefined {
  if (isJsonArray(value)) return new Map(value.map((item, index) => memberOf(itemStep(item, index), item)));
  if (!isJsonObject(value)) return undefined;
  return new Map(Object.entries(value).map(([key, member]) => memberOf(key, member)));
}

function memberOf(step: FieldStep, value: Json): readonly [string, Member] {
  return [fieldText([step]), { step, value }];
}
