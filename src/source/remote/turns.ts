/** Questions to many servers -> at most so many at a time to each, so that none waits because another one hangs. */

export interface Turns {
  run<T>(server: string, work: () => Promise<T>): Promise<T>;
}

export function createTurns(most: number): Turns {
  const servers = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  return {
    run: async (server, work) => {
      const here = servers.get(server) ?? { running: 0, waiting: [] };
      servers.set(server, here);
      if (here.running < most) here.running += 1;
      else await new Promise<void>((go) => here.waiting.push(go));
      try {
        return await work();
      } finally {
        const next = here.waiting.shift();
        if (next === undefined) here.running -= 1;
        else next();
      }
    },
  };
}
