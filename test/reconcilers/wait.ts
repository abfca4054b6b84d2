/** A condition on what a watch tells -> met, or an error that says what it was waited for and what was there last. */

export interface Wait {
  /** For the error, after "it is still waited": for what, and what is there instead. */
  readonly what: () => string;
  readonly isSo: () => boolean;
  /** Changes while something goes on. What goes on slowly is not given up: machines differ, and controllers pause between retries. */
  readonly progress: () => string;
  /** Asks once more for what may have been lost, or reads what no watch tells. */
  readonly again?: () => Promise<void>;
}

/** Milliseconds. */
export interface Patience {
  /** Without progress. */
  readonly silent: number;
  /** With it. */
  readonly most: number;
  /** Between two calls of `again`. */
  readonly again: number;
}

export const patience: Patience = { silent: 120_000, most: 900_000, again: 10_000 };

export interface News {
  /** Resolves at the next news, and after that many milliseconds at the latest. */
  readonly next: (milliseconds: number) => Promise<void>;
  /** Why nothing will come anymore; undefined as long as something may. */
  readonly end: () => (() => Promise<string>) | undefined;
}

export async function untilSo(wait: Wait, news: News, { silent, most, again }: Patience): Promise<void> {
  const start = Date.now();
  let [asked, moved, last] = [start, start, wait.progress()];
  // Nothing is awaited between the question and the wait for news: what came then would not be heard.
  while (!wait.isSo()) {
    const end = news.end();
    if (end !== undefined) throw new Error(await end());
    const [now, progress] = [Date.now(), wait.progress()];
    if (progress !== last) [moved, last] = [now, progress];
    if (now - moved >= silent) throw new Error(`${seconds(silent)} without progress ${stillWaited(wait)}`);
    if (now - start >= most) throw new Error(`${seconds(most)} ${stillWaited(wait)}`);
    if (wait.again !== undefined && now - asked >= again) {
      await wait.again();
      asked = Date.now();
    } else await news.next(again);
  }
}

function seconds(milliseconds: number): string {
  return `after ${String(milliseconds / 1000)} s`;
}

function stillWaited({ what }: Wait): string {
  return `it is still waited ${what()}`;
}
