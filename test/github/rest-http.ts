/** `/api/v3/*` over HTTP: ordered failures, API versions, ETags, rate-limit headers and the journal around `rest.ts`. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { refused, type Answer } from './answer.ts';
import type { Failure, Failures } from './failures.ts';
import { bodyOf, queryOf, send, type Reply } from './http.ts';
import type { Exchange, Journal } from './journal.ts';
import { parsed } from './json.ts';
import { answerRest, type RestDoor, type RestRequest } from './rest.ts';
import { inVersion, VERSIONS } from './versions.ts';

export interface RestHttp {
  readonly door: RestDoor;
  readonly failures: Failures;
}

function etagOf(authorization: string, body: string): string {
  // Bound to the token, as on GitHub: the quota that an ETag saves is lost when the token changes.
  return `W/"${createHash('sha256').update(`${authorization}\n${body}`).digest('hex')}"`;
}

function failureAnswer({ status = 500, body = { message: 'Server Error' }, headers = {} }: Failure): Answer {
  return { status, body, headers };
}

/** Other representations than JSON: none of them is done here. */
const OTHER_MEDIA = /\b(raw|diff|patch|html|full|sha|base64)\b/;

/** Undefined when the connection is to be cut. */
async function answered(http: RestHttp, request: RestRequest): Promise<Answer | undefined> {
  const failure = http.failures.take(request.method, request.path);
  if (!failure) return answerRest(http.door, request);
  if (failure.delay !== undefined) await pause(failure.delay);
  const isOnlyLate = failure.status === undefined && !failure.cut;
  const real = failure.carriedOut || isOnlyLate ? await answerRest(http.door, request) : undefined;
  if (failure.cut) return undefined;
  return isOnlyLate && real ? real : failureAnswer(failure);
}

/** What GitHub says before it looks at the request itself. */
function unreadable(text: string, body: unknown, version: string | undefined): Answer | undefined {
  if (version !== undefined && !VERSIONS.includes(version))
    return refused(400, `${version} is not a supported version of the API.`);
  return text !== '' && body === undefined ? refused(400, 'Problems parsing JSON') : undefined;
}

const USUAL_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'x-github-media-type': 'github.v3; format=json',
  'x-ratelimit-limit': '5000',
  'x-ratelimit-remaining': '4999',
};

interface Told {
  readonly request: RestRequest;
  readonly version: string | undefined;
  readonly knownEtag: string | undefined;
}

function reply({ request, version, knownEtag }: Told, answer: Answer): Reply {
  const body = answer.body === undefined ? '' : JSON.stringify(inVersion(version, answer.body));
  const headers = { ...USUAL_HEADERS, ...answer.headers };
  if (request.method !== 'GET' || answer.status !== 200) return { status: answer.status, headers, body };
  const etag = etagOf(request.authorization ?? '', body);
  return knownEtag === etag
    ? { status: 304, headers: { etag } }
    : { status: 200, headers: { ...headers, etag }, body };
}

function note(journal: Journal, exchange: Exchange): void {
  const where = `${exchange.method} ${exchange.path}`;
  const accept = exchange.headers['accept']?.toString() ?? '';
  if (OTHER_MEDIA.test(accept)) journal.violation(where, `the stand-in does not do ${accept}`);
  journal.exchange(exchange);
}

export async function serveRest(
  http: RestHttp,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { state, journal } = http.door;
  const { headers, method = 'GET' } = message;
  const url = new URL(message.url ?? '/', state.origin);
  const text = (await bodyOf(message)).toString('utf8');
  const path = url.pathname.slice('/api/v3'.length) || '/';
  const body = text === '' ? undefined : parsed(text);
  const request: RestRequest = {
    method,
    path,
    query: queryOf(url),
    authorization: headers.authorization,
    body,
  };
  const version = headers['x-github-api-version']?.toString();
  const answer = unreadable(text, body, version) ?? (await answered(http, request));
  note(journal, { method, path, status: answer?.status ?? 0, body, headers: { ...headers } });
  if (answer) send(response, reply({ request, version, knownEtag: headers['if-none-match'] }, answer));
  else message.socket.destroy();
}
