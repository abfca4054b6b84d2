/** Pieces of work with one name -> one after another, in the order in which they came. */

export interface OneAtATime {
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export function createOneAtATime(): OneAtATime {
  const last = new Map<string, Promise<unknown>>();
  return {
    async run<T>(name: string, work: () => Promise<T>): Promise<T> {
      const turn = (last.get(name) ?? Promise.resolve()).then(work);
      const settled = turn.then(
        () => undefined,
        () => undefined,
      );
      last.set(name, settled);
      try {
        return await turn;
      } finally {
        if (last.get(name) === settled) last.delete(name);
      }
    },
  };
}
