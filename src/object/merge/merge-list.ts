/** Lists of a merge patch: what their items are, which is which, and in what order they come (k8s.io/apimachinery strategicpatch). */
import { compareText } from '../canonical.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json.ts';
import { NotMergeable, NotPredicted } from './not-mergeable.ts';

type List = readonly Json[];

/** As Go tells types apart: only lists of one type can be merged. */
export function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (isJsonArray(value)) return 'list';
  if (typeof value !== 'number') return typeof value;
  return Number.isInteger(value) ? 'integer' : 'float';
}

/** `object`, or the type of the scalars. */
export function itemType(...lists: readonly List[]): string {
  const types = new Set(lists.flat().map(typeOf));
  const [type, ...others] = types;
  if (type === undefined) throw new NotMergeable('no list that is merged has an item');
  if (type === 'list') throw new NotMergeable('lists of lists cannot be merged');
  if (others.length > 0 || type === 'null')
    throw new NotMergeable('the items of a list differ in their type');
  return type;
}

/** The item itself where there is no merge key. */
export function keyOf(item: Json, mergeKey: string | undefined): Json {
  if (mergeKey === undefined) return item;
  const key = isJsonObject(item) && Object.hasOwn(item, mergeKey) ? item[mergeKey] : undefined;
  if (key === undefined) throw new NotMergeable(`an item has no ${mergeKey}, by which its list is merged`);
  return key;
}

export function asObjects(list: List): readonly JsonObject[] {
  return list.map((item) => {
    if (!isJsonObject(item)) throw new NotMergeable('an item of a list of maps is no map');
    return item;
  });
}

/** Empty for what is no list. */
export function listOf(value: Json | undefined): List {
  return isJsonArray(value) ? value : [];
}

export function isDeletion(item: Json): boolean {
  return isJsonObject(item) && item['$patch'] === 'delete';
}

/** Sorted by the text of their keys, equal ones in Go's order: `sort.Sort` with a comparison that is true for equals. */
export function sortedByKey<Item extends Json>(
  list: readonly Item[],
  mergeKey: string | undefined,
): readonly Item[] {
  const keyed = list.map((item) => ({ item, text: goText(keyOf(item, mergeKey)) }));
  const sorted = keyed.toSorted((a, b) => compareText(a.text, b.text));
  if (sorted.some(({ text }, index) => text === sorted[index + 1]?.text)) return insertionSorted(keyed);
  return sorted.map(({ item }) => item);
}

interface Keyed<Item> {
  readonly item: Item;
  readonly text: string;
}

const goSortsByInsertion = 12;

/** Go swaps equal neighbors too, so that equals end in reverse. Longer lists are sorted by another algorithm. */
function insertionSorted<Item>(keyed: readonly Keyed<Item>[]): readonly Item[] {
  if (keyed.length > goSortsByInsertion) {
    throw new NotPredicted('a list of more than 12 items has one merge key twice');
  }
  const reversed = keyed.toReversed();
  return reversed.toSorted((a, b) => compareText(a.text, b.text)).map(({ item }) => item);
}

/** As `%v` prints it. */
export function goText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function indexIn(list: List, item: Json, mergeKey: string | undefined): number {
  const key = keyOf(item, mergeKey);
  return list.findIndex((other) => keyOf(other, mergeKey) === key);
}

export interface Order {
  readonly by: List;
  readonly mergeKey: string | undefined;
}

/** Deletions come last, in the order that they had. */
export function inOrder(list: List, { by, mergeKey }: Order): List {
  const kept = mergeKey === undefined ? list : list.filter((item) => !isDeletion(item));
  const deletions = mergeKey === undefined ? [] : list.filter(isDeletion);
  const ranked = kept.map((item) => ({ item, rank: indexIn(by, item, mergeKey) }));
  return [...ranked.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item), ...deletions];
}

/** Items that `by` knows and items that only `before` has -> one list; each part keeps its order, and `before` decides between them. */
export function arranged(list: List, before: List, { by, mergeKey }: Order): List {
  const isKnown = (item: Json): boolean => indexIn(by, item, mergeKey) >= 0;
  const right = inOrder(list.filter(isKnown), { by, mergeKey });
  const left = inOrder(
    list.filter((item) => !isKnown(item)),
    { by: before, mergeKey },
  );
  const all: Json[] = [];
  let next = 0;
  for (const item of right) {
    while (next < left.length && comesFirst(left[next], item, { by: before, mergeKey })) {
      all.push(...left.slice(next, next + 1));
      next += 1;
    }
    all.push(item);
  }
  return [...all, ...left.slice(next)];
}

function comesFirst(left: Json | undefined, right: Json, { by, mergeKey }: Order): boolean {
  const a = left === undefined ? -1 : indexIn(by, left, mergeKey);
  const b = indexIn(by, right, mergeKey);
  return a >= 0 && b >= 0 && a < b;
}
