/** Items -> results in the same order, at most `width` at a time. */

export async function inParallel<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  // A generator, since a worker whose work fails closes it for all: what is left is not begun.
  const rest = numbered(items);
  async function worker(): Promise<void> {
    for (const [index, item] of rest) results[index] = await work(item);
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}

function* numbered<Item>(items: readonly Item[]): Generator<readonly [number, Item]> {
  yield* items.entries();
}
