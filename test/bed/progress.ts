/** A step of the bed -> one line when it starts, one every 15 seconds, one when it ends. */

export type Say = (line: string) => void;

/** Steps go to standard error, so that what a command prints stays clean. */
export function sayOnStderr(line: string): void {
  process.stderr.write(`bed: ${line}\n`);
}

export async function withProgress<T>(
  say: Say,
  step: string,
  work: (note: (state: string) => void) => Promise<T>,
): Promise<T> {
  const start = Date.now();
  let state = '';
  const elapsed = (): string => `${String(Math.round((Date.now() - start) / 1000))} s`;
  say(`${step} …`);
  const timer = setInterval(() => {
    say(`${step}: ${elapsed()}${state === '' ? '' : `, ${state}`}`);
  }, 15_000);
  try {
    const result = await work((next) => {
      state = next;
    });
    say(`${step}: done in ${elapsed()}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
