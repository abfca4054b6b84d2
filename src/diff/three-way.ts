/** Live, base's and head's prediction of one object -> the fields in which live and head differ, with base's value. */
import { isDeepStrictEqual } from 'node:util';
import { compareFieldPaths } from '../object/field-path.ts';
import type { FieldPath, FieldStep } from '../object/field-path.ts';
import type { Json, JsonObject } from '../object/json.ts';
import { isJsonArray, isJsonObject } from '../object/json.ts';
import { alignedItems, keysOf, movedItems } from './align.ts';
import type { ItemPair } from './align.ts';
import type { ListType } from './list-type.ts';
import type { Secrecy } from '../object/secrecy.ts';
import { secrecyBelow, secrecyOfItem } from '../object/secrecy.ts';

export interface Three {
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  /** As it would stand after an apply of base. */
  readonly base: Json | undefined;
}

export interface Difference extends Three {
  readonly path: FieldPath;
  readonly secrecy: Secrecy;
}

interface Walk {
  readonly listType: (path: FieldPath) => ListType;
  readonly found: Difference[];
}

interface Here {
  readonly path: FieldPath;
  readonly secrecy: Secrecy;
}

function own(value: Json | undefined, key: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function intoMap(walk: Walk, three: Three & { before: JsonObject; after: JsonObject }, here: Here): void {
  const { before, after, base } = three;
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    visit(
      walk,
      { before: own(before, key), after: own(after, key), base: own(base, key) },
      { path: [...here.path, key], secrecy: secrecyBelow(after, key, here.secrecy) },
    );
  }
}

/** In a list without keys, base's item is the one equal to head's or live's, else the one at the same place. */
function byEquality(base: readonly Json[], three: Omit<Three, 'base'>, index: number): Json | undefined {
  const same = [three.after, three.before].find(
    (value) => value !== undefined && base.some((item) => isDeepStrictEqual(item, value)),
  );
  if (same !== undefined) return same;
  return three.after === undefined || three.before === undefined ? undefined : base[index];
}

function baseItem(base: Json | undefined, step: FieldStep, three: Omit<Three, 'base'>): Json | undefined {
  if (!isJsonArray(base)) return undefined;
  if (typeof step === 'number') return byEquality(base, three, step);
  if (typeof step === 'string') return undefined;
  if ('value' in step) return base.find((item) => isDeepStrictEqual(item, step.value));
  const keys = Object.keys(step.keys);
  return base.find((item) => isDeepStrictEqual(keysOf(item, keys), step.keys));
}

function label(step: FieldStep): Json {
  if (typeof step !== 'object') return step;
  return 'keys' in step ? step.keys : step.value;
}

/** The keys of the moved items, in each state's order. */
function orders(moved: readonly ItemPair[], base: Json | undefined): Three {
  const after = moved.map(({ step }) => label(step));
  const before = moved.toSorted((a, b) => (a.before ?? 0) - (b.before ?? 0)).map(({ step }) => label(step));
  const items = isJsonArray(base) ? base : [];
  const place = (step: FieldStep): number =>
    items.indexOf(baseItem(base, step, { before: undefined, after: undefined }) ?? null);
  const inBase = moved.toSorted((a, b) => place(a.step) - place(b.step)).map(({ step }) => label(step));
  return { before, after, base: isJsonArray(base) ? inBase : undefined };
}

function intoList(
  walk: Walk,
  three: Three & { before: readonly Json[]; after: readonly Json[] },
  here: Here,
): void {
  const { before, after, base } = three;
  const pairs = alignedItems(before, after, walk.listType(here.path));
  const moved = movedItems(pairs);
  if (moved.length > 0) walk.found.push({ ...orders(moved, base), ...here });
  for (const pair of pairs) {
    const left = pair.before === undefined ? undefined : before[pair.before];
    const right = pair.after === undefined ? undefined : after[pair.after];
    const [list, index] = pair.after === undefined ? [before, pair.before ?? 0] : [after, pair.after];
    visit(
      walk,
      { before: left, after: right, base: baseItem(base, pair.step, { before: left, after: right }) },
      { path: [...here.path, pair.step], secrecy: secrecyOfItem(list, index, here.secrecy) },
    );
  }
}

function visit(walk: Walk, three: Three, here: Here): void {
  const { before, after, base } = three;
  if (isDeepStrictEqual(before, after)) return;
  if (isJsonObject(before) && isJsonObject(after)) intoMap(walk, { before, after, base }, here);
  else if (isJsonArray(before) && isJsonArray(after)) intoList(walk, { before, after, base }, here);
  else walk.found.push({ ...three, ...here });
}

/** In the order of the fields; a value that is there on one side only is one difference, however deep. */
export function differences(three: Three, listType: (path: FieldPath) => ListType): readonly Difference[] {
  const walk: Walk = { listType, found: [] };
  visit(walk, three, { path: [], secrecy: 'open' });
  return walk.found.sort((a, b) => compareFieldPaths(a.path, b.path));
}
