/** A URL of an allowed host -> the server's answer, over redirects to allowed hosts only; or a RemoteError. */
import { type Masked, words } from '../../object/masked.ts';
import type { RemoteBench } from './bench.ts';
import { type RemoteHost, parseUrl, permit } from './host.ts';
import { RemoteError } from './remote-error.ts';
import { pauseBefore } from './retry.ts';
import type { WebFailure, WebOutcome, WebReply } from './web.ts';

export interface Asked {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the host's own credential; for the first host only. */
  readonly authorization?: string | undefined;
  /** Of the body, in bytes. */
  readonly largest: number;
  /** Statuses, besides 2xx, that the caller has a use for. */
  readonly accepts?: readonly number[];
}

const mostHops = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

export interface Answered extends WebReply {
  /** After redirects. */
  readonly url: URL;
}

export async function askServer(bench: RemoteBench, asked: Asked): Promise<Answered> {
  let { url } = asked;
  let host = permit(bench, url);
  for (let hop = 0; hop <= mostHops; hop += 1) {
    const authorization = url.origin === asked.url.origin ? asked.authorization : undefined;
    const reply = await askPatiently(bench, { ...asked, url, authorization }, host);
    const next = redirects.has(reply.status) ? parseUrl(reply.headers['location'] ?? '', url) : undefined;
    if (next === undefined) return accepted(bench, { ...asked, url }, reply);
    host = permit(bench, next, url);
    url = next;
  }
  throw unreachable(words`${bench.mask.text(asked.url.host)} sends on too often`);
}

function accepted(bench: RemoteBench, { url, accepts = [] }: Asked, reply: WebReply): Answered {
  const { status } = reply;
  if ((status >= 200 && status < 300) || accepts.includes(status)) return { ...reply, url };
  const name = bench.mask.text(url.host);
  if (status === 401 || status === 403) {
    const { credential } = permit(bench, url);
    if (credential === undefined) {
      throw unreachable(words`${name} wants credentials (${status}), and none are configured`);
    }
    throw unreachable(words`credentials refused by ${name} (${status})`);
  }
  if (status === 404) throw unreachable(words`it is not there (${name} answers 404)`);
  throw unreachable(words`${name} answers ${status}`);
}

async function askPatiently(bench: RemoteBench, asked: Asked, host: RemoteHost): Promise<WebReply> {
  const known = bench.down.get(asked.url.host);
  if (known !== undefined) throw unreachable(known);
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await askOnce(bench, asked, host);
    const pause = pauseBefore(attempt, outcome);
    if (pause !== undefined && !bench.signal.aborted) await bench.clock.sleep(pause, bench.signal);
    else if (outcome.kind === 'reply') return outcome;
    else throw failed(bench, asked.url, outcome);
  }
}

async function askOnce(bench: RemoteBench, asked: Asked, host: RemoteHost): Promise<WebOutcome> {
  const { url, headers, largest } = asked;
  const authorization = asked.authorization ?? authorizationOf(bench, host);
  return bench.web.get({
    url,
    headers: { ...headers, ...(authorization !== undefined && { authorization }) },
    mayBePrivate: host.private,
    largest,
    signal: AbortSignal.any([bench.signal, bench.clock.deadline(bench.limits.requestMs)]),
  });
}

/** Undefined for a host without one; throws when it is to have one that cannot be read. */
function authorizationOf({ mask }: RemoteBench, { host, credential }: RemoteHost): string | undefined {
  if (credential === undefined) return undefined;
  switch (credential.kind) {
    case 'basic':
      return `Basic ${Buffer.from(`${credential.username}:${credential.password}`).toString('base64')}`;
    case 'bearer':
      return `Bearer ${credential.token}`;
    case 'unreadable':
      throw unreachable(words`the credentials for ${mask.text(host)} cannot be read on this machine`);
  }
}

export function failed(bench: RemoteBench, url: URL, { why, message }: WebFailure): RemoteError {
  const name = bench.mask.text(url.host);
  switch (why) {
    case 'private-address':
      return new RemoteError(
        'remote-not-allowed',
        words`${name} leads to a private address, which is not allowed for it`,
      );
    case 'too-large':
      return unreachable(words`what ${name} answers is too large`);
    case 'timeout':
      // A remote's own deadline says nothing about the server.
      if (!bench.signal.aborted) {
        bench.down.set(url.host, words`${name} did not answer in time before in this review`);
      }
      return unreachable(words`${name} did not answer in time`);
    case 'unreachable':
      bench.down.set(url.host, words`${name} could not be reached before in this review`);
      return unreachable(words`${name} cannot be reached: ${bench.mask.text(message)}`);
  }
}

export function unreachable(why: Masked): RemoteError {
  return new RemoteError('remote-unreachable', why);
}
