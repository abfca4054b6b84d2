/** A review and its deadline -> the review, or what it had seen when the deadline passed, concluded as timed out. */
import { decide } from '../approval/decide.ts';
import { words } from '../object/masked.ts';
import type { Review } from '../report/review.ts';
import { summarize } from '../report/summary.ts';
import { SourceError } from '../source/source-error.ts';

/**
 * `latest` is the last partial review. What else the work says once it is late is only an effect of that. Rejects with
 * SourceError when nothing was compared.
 */
export async function unlessLate(
  deadline: AbortSignal,
  work: Promise<Review>,
  latest: () => Review | undefined,
): Promise<Review> {
  try {
    const said = await work;
    return deadline.aborted ? timedOut(said) : said;
  } catch (error) {
    if (!deadline.aborted) throw error;
    const partial = latest();
    if (partial !== undefined) return timedOut(partial);
    throw new SourceError(words`The review was not finished in time, and nothing was compared.`);
  }
}

function timedOut({ summary: _summary, ...said }: Review): Review {
  const late = { ...said, conclusion: decide({ kind: 'timed-out' }) };
  return { ...late, summary: summarize(late) };
}
