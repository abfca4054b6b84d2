/** Two states of one list -> which items are the same item. */
import { diffArrays } from 'diff';
import { canonicalJson } from '../object/canonical.ts';
import type { FieldStep } from '../object/field-path.ts';
import type { Json, JsonObject } from '../object/json.ts';
import { isJsonObject } from '../object/json.ts';
import type { ListType } from './list-type.ts';

export interface ItemPair {
  /** By keys or value; by number (after's, or before's where the item is gone) in an atomic list. */
  readonly step: FieldStep;
  /** Positions; undefined where the item is not in that list. */
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** Beyond this many edits two lists have nothing in common that helps a reader. */
const maxEdits = 1000;

export function keysOf(item: Json | undefined, keys: readonly string[]): JsonObject | undefined {
  if (!isJsonObject(item)) return undefined;
  const found = keys.flatMap((key) => {
    const value = item[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

interface Keyed {
  readonly step: FieldStep;
  readonly index: number;
}

/** Undefined when an item has no key or two items have the same: then the keys do not match anything. */
function keyed(
  list: readonly Json[],
  stepOf: (item: Json) => FieldStep | undefined,
): Map<string, Keyed> | undefined {
  const found = new Map<string, Keyed>();
  for (const [index, item] of list.entries()) {
    const step = stepOf(item);
    if (step === undefined || typeof step !== 'object') return undefined;
    const text = canonicalJson('keys' in step ? step.keys : step.value);
    if (found.has(text)) return undefined;
    found.set(text, { step, index });
  }
  return found;
}

function stepFor(type: ListType): ((item: Json) => FieldStep | undefined) | undefined {
  if (type.kind === 'atomic') return undefined;
  if (type.kind === 'set') return (item) => ({ value: item });
  return (item) => {
    const keys = keysOf(item, type.keys);
    return keys && { keys };
  };
}

function byKeys(before: Map<string, Keyed>, after: Map<string, Keyed>): readonly ItemPair[] {
  const pairs: ItemPair[] = [];
  for (const [text, { step, index }] of after)
    pairs.push({ step, before: before.get(text)?.index, after: index });
  for (const [text, { step, index }] of before) {
    if (!after.has(text)) pairs.push({ step, before: index, after: undefined });
  }
  return pairs;
}

/** Between two items that stayed, what went and what came are paired in order: the item was changed. */
function flush(pairs: ItemPair[], gone: number[], came: number[]): void {
  for (let n = 0; n < Math.max(gone.length, came.length); n += 1) {
    const step = came[n] ?? gone[n] ?? 0;
    pairs.push({ step, before: gone[n], after: came[n] });
  }
  gone.length = 0;
  came.length = 0;
}

function byAlignment(before: readonly Json[], after: readonly Json[]): readonly ItemPair[] {
  const pairs: ItemPair[] = [];
  const gone: number[] = [];
  const came: number[] = [];
  let left = 0;
  let right = 0;
  const parts = diffArrays(before.map(canonicalJson), after.map(canonicalJson), { maxEditLength: maxEdits });
  for (const part of parts ?? [
    { count: before.length, removed: true, added: false },
    { count: after.length, removed: false, added: true },
  ]) {
    for (let n = 0; n < part.count; n += 1) {
      if (part.removed) gone.push(left++);
      else if (part.added) came.push(right++);
      else {
        flush(pairs, gone, came);
        pairs.push({ step: right, before: left++, after: right++ });
      }
    }
  }
  flush(pairs, gone, came);
  return pairs;
}

export function alignedItems(
  before: readonly Json[],
  after: readonly Json[],
  type: ListType,
): readonly ItemPair[] {
  const stepOf = stepFor(type);
  const left = stepOf && keyed(before, stepOf);
  const right = stepOf && keyed(after, stepOf);
  return left && right ? byKeys(left, right) : byAlignment(before, after);
}

/** The common items of two keyed lists in each one's order, where these differ: a container or a variable has moved. */
export function movedItems(pairs: readonly ItemPair[]): readonly ItemPair[] {
  const common = pairs.filter(
    ({ step, before, after }) => typeof step === 'object' && before !== undefined && after !== undefined,
  );
  const isMoved = common.some((pair, index) => (pair.before ?? 0) < (common[index - 1]?.before ?? -1));
  return isMoved ? common : [];
}
