/** A text -> a sequence of numbers that looks random and is the same on every machine. */
import { createHash } from 'node:crypto';

export interface Random {
  /** An integer from 0 to below `bound`. */
  below(bound: number): number;
  /** Throws RangeError for an empty list. */
  pick<Item>(items: readonly Item[]): Item;
}

export function randomFrom(seed: string): Random {
  let count = 0;
  function below(bound: number): number {
    const digest = createHash('sha256')
      .update(`${seed}\n${String(count++)}`)
      .digest();
    return digest.readUInt32BE() % bound;
  }
  return {
    below,
    pick(items) {
      const index = below(Math.max(items.length, 1));
      const item = items[index];
      if (item === undefined) throw new RangeError('there is nothing to pick from');
      return item;
    },
  };
}
