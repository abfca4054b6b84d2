/** Things that a suite has started -> their ends, the last one first; one that fails keeps no other from ending. */

export interface Endings {
  add(end: () => Promise<unknown>): void;
  /** Rejects with the first error once all have been tried. */
  run(): Promise<void>;
}

export function endings(): Endings {
  const ends: (() => Promise<unknown>)[] = [];
  return {
    add: (end) => {
      ends.push(end);
    },
    run: async () => {
      const errors: unknown[] = [];
      for (const end of ends.splice(0).toReversed()) {
        await end().catch((error: unknown) => errors.push(error));
      }
      if (errors.length > 0) throw new AggregateError(errors, 'not all that was started has ended well');
    },
  };
}
