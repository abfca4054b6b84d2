/** An answer or a network error -> how long to wait before asking again, or that it stands. */
import type { Dispatcher } from 'undici';

import { codeOf } from '../http/network-error.ts';

/** Only requests that write nothing are sent, so each may be repeated. */
const mostAttempts = 5;
const brokenConnection = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** Milliseconds, or undefined. `attempt` counts from 0. */
export function pauseBefore(attempt: number, was: unknown): number | undefined {
  if (attempt + 1 >= mostAttempts) return undefined;
  if (!isResponse(was)) return brokenConnection.has(codeOf(was) ?? '') && attempt < 2 ? 50 : undefined;
  if (was.statusCode !== 429 && was.statusCode !== 503) return undefined;
  const seconds = Number(was.headers['retry-after']);
  if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1000;
  return 500 * 2 ** attempt;
}

function isResponse(was: unknown): was is Dispatcher.ResponseData {
  return typeof was === 'object' && was !== null && 'statusCode' in was;
}
