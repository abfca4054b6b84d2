/** An answer, or none -> how long to wait before asking again, or that it stands. */
import type { WebOutcome } from './web.ts';

const mostAttempts = 3;
const busy = new Set([429, 502, 503, 504]);
const longest = 5000;

/** Milliseconds, or undefined. `attempt` counts from 0. A time-out stands: it has cost enough. */
export function pauseBefore(attempt: number, outcome: WebOutcome): number | undefined {
  if (attempt + 1 >= mostAttempts) return undefined;
  const usual = 250 * 4 ** attempt;
  if (outcome.kind === 'failure') return outcome.why === 'unreachable' ? usual : undefined;
  if (!busy.has(outcome.status)) return undefined;
  const seconds = Number(outcome.headers['retry-after']);
  return seconds > 0 ? Math.min(seconds * 1000, longest) : usual;
}
