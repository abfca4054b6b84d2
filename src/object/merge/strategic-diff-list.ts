/** Two states of a list that is merged -> the items of the patch, the scalars to delete, and the order that the list shall have. */
import { isDeepStrictEqual } from 'node:util';
import { compareText } from '../canonical.ts';
import type { Json, JsonObject } from '../json.ts';
import { asObjects, goText, inOrder, itemType, keyOf, sortedByKey } from './merge-list.ts';

type List = readonly Json[];

export interface ListScope {
  readonly half: 'changes' | 'deletions';
  readonly mergeKey: string | undefined;
  readonly diffItems: (before: JsonObject, after: JsonObject) => JsonObject;
}

export interface ListDiff {
  readonly patch: List;
  readonly deleted: List;
  readonly order: List;
}

const nothing: ListDiff = { patch: [], deleted: [], order: [] };

export function diffLists(before: List, after: List, scope: ListScope): ListDiff {
  if (before.length === 0) return scope.half === 'changes' ? { ...nothing, patch: after } : nothing;
  if (itemType(before, after) === 'object') return diffItems(asObjects(before), asObjects(after), scope);
  return diffScalars(before, after, scope);
}

function diffScalars(before: List, after: List, { half }: ListScope): ListDiff {
  const sorted = sortedScalars(before);
  const { left, right } = walked(sorted, sortedScalars(after), undefined);
  if (half === 'deletions') {
    return { patch: [], deleted: [...new Set(left)], order: left.length > 0 ? after : [] };
  }
  // The client compares with the list that it has just sorted: one that is not sorted is always sent its order.
  const order = isDeepStrictEqual(sorted, after) ? [] : after;
  return { patch: inOrder(right, { by: after, mergeKey: undefined }), deleted: [], order };
}

function sortedScalars(list: List): List {
  return list.toSorted((a, b) => compareText(goText(a), goText(b)));
}

function diffItems(
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  { half, mergeKey = '', diffItems: diff }: ListScope,
): ListDiff {
  const { left, right, both } = walked(sortedByKey(before, mergeKey), sortedByKey(after, mergeKey), mergeKey);
  const changed = both.flatMap(({ was, is }) => {
    const patch = diff(was, is);
    return Object.keys(patch).length > 0 ? [{ ...patch, [mergeKey]: keyOf(is, mergeKey) }] : [];
  });
  const patch = inOrder(half === 'changes' ? [...changed, ...right] : changed, { by: after, mergeKey });
  const deletions = half === 'deletions' ? left.map((item) => deletionOf(item, mergeKey)) : [];
  const all = [...patch, ...deletions];
  const isOrdered = all.length > 0 || (half === 'changes' && !isSameOrder(before, after, mergeKey));
  const order = isOrdered ? after.map((item) => ({ [mergeKey]: keyOf(item, mergeKey) })) : [];
  return { patch: all, deleted: [], order };
}

function deletionOf(item: JsonObject, mergeKey: string): JsonObject {
  return { [mergeKey]: keyOf(item, mergeKey), $patch: 'delete' };
}

function isSameOrder(before: List, after: List, mergeKey: string): boolean {
  if (before.length !== after.length) return false;
  return after.every((item, index) => {
    const was = before[index];
    return was !== undefined && keyOf(was, mergeKey) === keyOf(item, mergeKey);
  });
}

interface Walked<Item> {
  readonly left: readonly Item[];
  readonly right: readonly Item[];
  readonly both: readonly { readonly was: Item; readonly is: Item }[];
}

/** Two sorted lists, step by step: the second of two equal items finds no partner where the other list has one. */
function walked<Item extends Json>(
  before: readonly Item[],
  after: readonly Item[],
  mergeKey: string | undefined,
): Walked<Item> {
  const left: Item[] = [];
  const right: Item[] = [];
  const both: { was: Item; is: Item }[] = [];
  const rest = [...after];
  for (const was of before) {
    const text = goText(keyOf(was, mergeKey));
    right.push(...takenWhile(rest, (item) => compareText(goText(keyOf(item, mergeKey)), text) < 0));
    const [is] = takenWhile(rest, (item, index) => index === 0 && goText(keyOf(item, mergeKey)) === text);
    if (is === undefined) left.push(was);
    else both.push({ was, is });
  }
  return { left, right: [...right, ...rest], both };
}

/** Takes them out of the list. */
function takenWhile<Item>(list: Item[], isTaken: (item: Item, index: number) => boolean): readonly Item[] {
  const end = list.findIndex((item, index) => !isTaken(item, index));
  return list.splice(0, end < 0 ? list.length : end);
}
