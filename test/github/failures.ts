/** Failures that a test orders in advance -> the next matching requests get them. */
import type { Json } from './json.ts';

export interface Failure {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** The request is carried out before it is answered with the failure: the 502 that hides a success. */
  readonly carriedOut?: boolean;
  /** Milliseconds before anything is said. */
  readonly delay?: number;
  /** The connection is cut instead of an answer. */
  readonly cut?: boolean;
  /** How many requests it meets; 1 if not said. */
  readonly times?: number;
}

export interface Matcher {
  readonly method?: string;
  /** Without `/api/v3`, and without the query. */
  readonly path?: string | RegExp;
}

/** GitHub's secondary limit; 403 and 429 are both in use. */
export function secondaryLimit(status: 403 | 429, retryAfterSeconds: number): Failure {
  const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
  return { status, headers: { 'retry-after': String(retryAfterSeconds) }, body: { message } };
}

/** The hourly quota is used up. */
export function primaryLimit(resetSeconds: number): Failure {
  const headers = {
    'x-ratelimit-limit': '5000',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(resetSeconds),
  };
  return { status: 403, headers, body: { message: 'API rate limit exceeded for installation.' } };
}

interface Ordered {
  readonly matcher: Matcher;
  readonly failure: Failure;
  left: number;
}

function matches(matcher: Matcher, method: string, path: string): boolean {
  if (matcher.method !== undefined && matcher.method !== method) return false;
  if (matcher.path === undefined) return true;
  return typeof matcher.path === 'string' ? matcher.path === path : matcher.path.test(path);
}

export class Failures {
  readonly #ordered: Ordered[] = [];

  /** Gives a function that takes back what is left of the order. */
  order(matcher: Matcher, failure: Failure): () => void {
    const entry = { matcher, failure, left: failure.times ?? 1 };
    this.#ordered.push(entry);
    return () => {
      entry.left = 0;
    };
  }

  take(method: string, path: string): Failure | undefined {
    const entry = this.#ordered.find(
      (candidate) => candidate.left > 0 && matches(candidate.matcher, method, path),
    );
    if (entry) entry.left -= 1;
    return entry?.failure;
  }

  /** Orders that no request has met, so that a test cannot pass without its fault. */
  unused(): readonly string[] {
    return this.#ordered
      .filter((entry) => entry.left > 0 && entry.left !== Infinity)
      .map(
        ({ matcher }) =>
          `${matcher.method ?? 'any'} ${String(matcher.path ?? 'path')} was to fail and was not asked`,
      );
  }
}
