/** The network as source/ asks for it: HTTP over checked addresses, one bounded pool of connections, no redirects. */
import { lookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';

import { Agent, type Dispatcher } from 'undici';

import packageFile from '../../package.json' with { type: 'json' };
import { kindOf } from './address.ts';
import { codeOf, messageOf } from './network-error.ts';
import type { Web, WebFailure, WebOutcome, WebRequest } from '../source/remote/web.ts';

export interface OpenedWeb extends Web {
  close(): Promise<void>;
}

/** To one server, of all reviews in the process together. */
const connections = 32;
const connectTimeoutMs = 10_000;
const privateCode = 'PROOFLINE_PRIVATE';

export function openWeb(): OpenedWeb {
  const open = agentFor(true);
  const strict = agentFor(false);
  return {
    get: async (request) => {
      try {
        return await send(request.mayBePrivate ? open : strict, request);
      } catch (error) {
        return failureOf(error, request.signal);
      }
    },
    addressesOf: async (host, mayBePrivate) => {
      try {
        const found = await resolve(host, mayBePrivate);
        return { kind: 'addresses', addresses: found.map(({ address }) => address) };
      } catch (error) {
        return failureOf(error, undefined);
      }
    },
    close: async () => {
      await Promise.all([open.destroy(), strict.destroy()]);
    },
  };
}

/** A connection is made to the very address that was checked: the name is not looked up again. */
function agentFor(mayBePrivate: boolean): Agent {
  return new Agent({
    connections,
    allowH2: false,
    connect: {
      timeout: connectTimeoutMs,
      lookup: (host, options, done) => {
        lookUp(host, mayBePrivate, (error, found) => {
          if (error !== null || options.all === true) done(error, found);
          else done(null, found[0]?.address ?? '', found[0]?.family);
        });
      },
    },
  });
}

type Found = (error: Error | null, found: LookupAddress[]) => void;

/** An error where nothing that may be asked is left. */
function lookUp(host: string, mayBePrivate: boolean, done: Found): void {
  const isNumber = isIP(bare(host)) !== 0;
  lookup(bare(host), { all: true }, (error, found) => {
    if (error !== null) {
      done(error, []);
      return;
    }
    const usable = found.filter(({ address }) => mayAsk(address, { isNumber, mayBePrivate }));
    const isNone = usable.length === 0;
    done(isNone ? Object.assign(new Error('its address is private'), { code: privateCode }) : null, usable);
  });
}

function resolve(host: string, mayBePrivate: boolean): Promise<readonly LookupAddress[]> {
  return new Promise((found, reject) => {
    lookUp(host, mayBePrivate, (error, addresses) => {
      if (error === null) found(addresses);
      else reject(error);
    });
  });
}

/** An address near the machine itself must have been named as such: no name may lead there. */
function mayAsk(
  address: string,
  { isNumber, mayBePrivate }: { readonly isNumber: boolean; readonly mayBePrivate: boolean },
): boolean {
  const kind = kindOf(address);
  if (kind === 'public') return true;
  return mayBePrivate && (kind === 'private' || isNumber);
}

/** A URL has brackets around IPv6. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/u, '$1');
}

async function send(agent: Agent, request: WebRequest): Promise<WebOutcome> {
  const { url, headers, largest, signal, mayBePrivate } = request;
  // For a number no lookup is asked.
  if (isIP(bare(url.hostname)) !== 0) await resolve(url.hostname, mayBePrivate);
  const reply = await agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: 'GET',
    headers: {
      ...headers,
      'user-agent': `proofline/${packageFile.version}`,
      // What is checked against a digest must come as it is.
      'accept-encoding': 'identity',
    },
    signal,
  });
  const body = await bodyOf(reply, largest);
  if (body === undefined) return { kind: 'failure', why: 'too-large', message: '' };
  return { kind: 'reply', status: reply.statusCode, headers: namesOf(reply), body };
}

async function bodyOf(reply: Dispatcher.ResponseData, largest: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a body without an encoding gives Buffers
  for await (const chunk of reply.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > largest) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function namesOf({ headers }: Dispatcher.ResponseData): Readonly<Record<string, string>> {
  const named: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(headers)) {
    named[name.toLowerCase()] = typeof value === 'string' ? value : value.join(', ');
  }
  return named;
}

function failureOf(error: unknown, signal: AbortSignal | undefined): WebFailure {
  const code = codeOf(error);
  const isLate = signal?.aborted === true || timeoutCodes.has(code ?? '');
  const message = messageOf(error);
  if (isLate) return { kind: 'failure', why: 'timeout', message };
  if (code === privateCode) return { kind: 'failure', why: 'private-address', message };
  return { kind: 'failure', why: 'unreachable', message };
}

const timeoutCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT']);
