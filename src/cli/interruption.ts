/** Ctrl-C, or an orchestrator that ends us -> a signal: programs and temporary folders go before the process does. */
import { words } from '../object/masked.ts';
import { SourceError } from '../source/source-error.ts';

export interface Interruption {
  readonly signal: AbortSignal;
  /** Gives the signals back to the process. */
  end(): void;
}

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Hears of the first only: a second one ends the process at once. */
export function awaitInterruption(): Interruption {
  const interrupted = new AbortController();
  const interrupt = (): void => {
    end();
    interrupted.abort();
  };
  function end(): void {
    for (const signal of signals) process.off(signal, interrupt);
  }
  for (const signal of signals) process.on(signal, interrupt);
  return { signal: interrupted.signal, end };
}

/** What else the work says once it is interrupted is only an effect of that. Rejects with SourceError then. */
export async function unlessInterrupted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  try {
    const result = await work;
    signal.throwIfAborted();
    return result;
  } catch (error) {
    throw signal.aborted ? new SourceError(words`The review was interrupted.`) : error;
  }
}
