/** `/api/v3/*` over HTTP: ordered failures, API versions, ETags, rate-limit headers and the journal around `rest.ts`. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { refused, type Answer } from './answer.ts';
import type { Failure, Failures } from './failures.ts';
import { bodyOf, queryOf, send } from './http.ts';
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

function failureAnswer(failure: Failure): Answer {
  const { status = 500, body = { message: 'Server Error' }, headers } = failure;
  const text = JSON.parse(JSON.stringify(body)) as Answer['body'];
  return { status, ...(text === undefined ? {} : { body: text }), ...(headers ? { headers } : {}) };
}

/** Undefined when the connection is cut. */
async function answered(
  http: RestHttp,
  request: RestRequest,
  version: string | undefined,
): Promise<Answer | undefined> {
  if (version !== undefined && !VERSIONS.includes(version))
    return refused(400, `${version} is not a supported version of the API.`);
  const failure = http.failures.take(request.method, request.path);
  if (!failure) return answerRest(http.door, request);
  if (failure.delay !== undefined) await pause(failure.delay);
  const real =
    failure.carriedOut || failure.status === undefined ? await answerRest(http.door, request) : undefined;
  if (failure.cut) return undefined;
  return failure.status === undefined && real ? real : failureAnswer(failure);
}

function headersOf(answer: Answer): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'x-github-media-type': 'github.v3; format=json',
    'x-ratelimit-limit': '5000',
    'x-ratelimit-remaining': '4999',
    ...answer.headers,
  };
}

export async function serveRest(
  http: RestHttp,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', http.door.state.origin);
  const text = (await bodyOf(request)).toString('utf8');
  const method = request.method ?? 'GET';
  const path = url.pathname.slice('/api/v3'.length) || '/';
  const version = request.headers['x-github-api-version']?.toString();
  const authorization = request.headers.authorization;
  const body = text === '' ? undefined : parsed(text);
  const malformed = text !== '' && body === undefined;
  const asked: RestRequest = { method, path, query: queryOf(url), authorization, body };
  const answer = malformed ? refused(400, 'Problems parsing JSON') : await answered(http, asked, version);
  http.door.journal.exchange({
    method,
    path,
    status: answer?.status ?? 0,
    body,
    headers: { ...request.headers },
  });
  if (!answer) {
    request.socket.destroy();
    return;
  }
  const shown = answer.body === undefined ? '' : JSON.stringify(inVersion(version, answer.body));
  const headers = headersOf(answer);
  if (method !== 'GET' || answer.status !== 200)
    return send(response, { status: answer.status, headers, body: shown });
  const etag = etagOf(authorization ?? '', shown);
  if (request.headers['if-none-match'] === etag) return send(response, { status: 304, headers: { etag } });
  return send(response, { status: 200, headers: { ...headers, etag }, body: shown });
}
