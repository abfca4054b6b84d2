/** A newer push, or the deadline -> the one signal that stops a review. */
import { stops } from './outcome.ts';

export interface Stopping {
  /** Aborts with one of `stops` as its reason. */
  readonly signal: AbortSignal;
  /** To be called when the review is over: no timer outlives it. */
  end(): void;
}

/** `deadline` in milliseconds. */
export function stoppingAt(superseded: AbortSignal, deadline: number): Stopping {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(stops.late), deadline);
  const newer = (): void => stop.abort(stops.superseded);
  if (superseded.aborted) newer();
  superseded.addEventListener('abort', newer, { once: true });
  return {
    signal: stop.signal,
    end() {
      clearTimeout(timer);
      superseded.removeEventListener('abort', newer);
    },
  };
}
