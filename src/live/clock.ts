/** Time as the stages see it, so that tests hold no waiting. */

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after that many milliseconds, or at once when the signal aborts; never rejects. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Aborts after that many milliseconds. */
  deadline(milliseconds: number): AbortSignal;
}
