/** Work that comes in at once -> the same work, at most so many at a time, in the order in which it came. */

export interface Slots {
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function slots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  return {
    run: async (work) => {
      if (free > 0) free -= 1;
      else await new Promise<void>((go) => waiting.push(go));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
