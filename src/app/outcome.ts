/** How a piece of work for one pull request ended: always something that a check can say. */
import type { Masked } from '../object/masked.ts';
import type { Review } from '../report/review.ts';

export type Outcome =
  | { readonly kind: 'reviewed'; readonly review: Review }
  /** Somebody has to act before anything is looked at. */
  | { readonly kind: 'held'; readonly why: Masked }
  | { readonly kind: 'superseded' }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'failed'; readonly why: Masked };

/** What stops a review from outside; the signals abort with one of these as their reason. */
export const stops = { superseded: 'superseded', late: 'late' } as const;

/**
 * The work's outcome, or the stop's as soon as it stops: work that hangs in spite of its signal
 * must not leave a check without a conclusion. What the work rejects with becomes a `failed` outcome.
 */
export async function settle(
  work: Promise<Outcome>,
  stop: AbortSignal,
  failure: (error: unknown) => Masked,
): Promise<Outcome> {
  const stopped = Promise.withResolvers<Outcome>();
  const end = (): void => stopped.resolve(stoppedBy(stop));
  stop.addEventListener('abort', end, { once: true });
  if (stop.aborted) end();
  try {
    return await Promise.race([stopped.promise, work]);
  } catch (error) {
    return stop.aborted ? stoppedBy(stop) : { kind: 'failed', why: failure(error) };
  } finally {
    stop.removeEventListener('abort', end);
  }
}

function stoppedBy(stop: AbortSignal): Outcome {
  return stop.reason === stops.superseded ? { kind: 'superseded' } : { kind: 'timed-out' };
}
