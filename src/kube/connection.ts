/** One cluster's connections: a bounded HTTP/1.1 keep-alive pool that carries branded requests and gives outcomes, never exceptions. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import { Agent, ProxyAgent, type Dispatcher } from 'undici';

import packageFile from '../../package.json' with { type: 'json' };
import type { Outcome } from '../live/cluster.ts';
import type { Clock } from '../live/clock.ts';
import { isJsonObject } from '../object/json.ts';
import { Credentials, type Credential, type CredentialOptions } from './credential.ts';
import { parseExactJson } from './exact-json.ts';
import { failureOf, TooLarge } from './failure.ts';
import type { DryRunPath, ProbePath, ReadPath, ReviewPath, SetupPath } from './path.ts';
import { pauseBefore } from './retry.ts';
import { warningTexts } from './warning.ts';

/** All that can be sent. The brand of the path is what allows the method. */
export type Exchange =
  | { readonly method: 'GET'; readonly path: ReadPath; readonly accept: string }
  | {
      readonly method: 'PATCH' | 'PUT' | 'POST' | 'DELETE';
      readonly path: DryRunPath;
      readonly type: string;
      readonly body: string;
    }
  | { readonly method: 'POST'; readonly path: ReviewPath; readonly type: string; readonly body: string }
  | { readonly method: 'PATCH'; readonly path: ProbePath; readonly type: string; readonly body: string }
  | {
      readonly method: 'PATCH' | 'POST';
      readonly path: SetupPath;
      readonly type: string;
      readonly body: string;
    };

export interface ConnectionOptions extends CredentialOptions {
  readonly clock: Clock;
  /** Requests in flight to this cluster, of all reviews in the process together. */
  readonly inFlight: number;
}

export interface Connection {
  readonly name: string;
  exchange(exchange: Exchange, signal: AbortSignal): Promise<Outcome>;
  /** Where it connects, for a kubeconfig of another identity; `ca` is PEM, undefined for the machine's own authorities. */
  target(): Promise<{ readonly server: string; readonly ca: string | undefined }>;
  close(): Promise<void>;
}

const bodyLimit = 64 * 1024 * 1024;
/** Above the server's own 60 seconds, so that its answer about a time-out is heard. */
const headersTimeoutMs = 65_000;
const connectTimeoutMs = 10_000;
const unzip = promisify(gunzip);

/** Rejects with ClusterError when the access is unusable as it stands. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const credentials = await Credentials.load(options);
  const pool = new Pools(options.inFlight);

  async function send(request: Exchange, signal: AbortSignal): Promise<Answered> {
    const credential = await credentials.get();
    const reply = await pool.for(credential).request({
      origin: credential.server.origin,
      path: `${credential.server.pathname.replace(/\/$/, '')}${request.path}`,
      method: request.method,
      headers: {
        ...credential.headers,
        'user-agent': `proofline/${packageFile.version}`,
        'accept-encoding': 'gzip',
        accept: request.method === 'GET' ? request.accept : 'application/json',
        ...('type' in request && { 'content-type': request.type }),
      },
      body: 'body' in request ? request.body : null,
      signal,
      headersTimeout: headersTimeoutMs,
      bodyTimeout: headersTimeoutMs,
    });
    return { reply, credential, text: await textOf(reply) };
  }

  /** A token that expired since it was looked up is looked up once more. */
  async function sendRenewing(request: Exchange, signal: AbortSignal): Promise<Answered> {
    const first = await send(request, signal);
    if (first.reply.statusCode !== 401) return first;
    await credentials.renew(first.credential);
    return await send(request, signal);
  }

  async function exchange(request: Exchange, signal: AbortSignal): Promise<Outcome> {
    for (let attempt = 0; ; attempt += 1) {
      const { answered, error } = await sendRenewing(request, signal).then(
        (done) => ({ answered: done, error: undefined }),
        (problem: unknown) => ({ answered: undefined, error: problem }),
      );
      const pause = pauseBefore(attempt, answered?.reply ?? error);
      if (pause === undefined || signal.aborted) {
        return answered === undefined ? failureOf(error, signal) : outcomeOf(answered);
      }
      await options.clock.sleep(pause, signal);
    }
  }

  return {
    name: options.name,
    exchange,
    target: async () => {
      const { server, tls } = await credentials.get();
      return { server: server.href, ca: tls.ca?.toString() };
    },
    close: async () => pool.close(),
  };
}

interface Answered {
  readonly reply: Dispatcher.ResponseData;
  readonly credential: Credential;
  readonly text: string;
}

/** One pool a set of TLS material: a rotated client certificate needs new connections, a rotated token does not. */
class Pools {
  readonly #inFlight: number;
  #of: Credential | undefined;
  #pool: Dispatcher | undefined;

  constructor(inFlight: number) {
    this.#inFlight = inFlight;
  }

  for(credential: Credential): Dispatcher {
    if (credential === this.#of && this.#pool !== undefined) return this.#pool;
    const isSame = this.#of !== undefined && keyOf(this.#of) === keyOf(credential);
    this.#of = credential;
    if (isSame && this.#pool !== undefined) return this.#pool;
    // Closes as soon as its requests in flight have ended.
    void this.#pool?.close();
    this.#pool = poolFor(credential, this.#inFlight);
    return this.#pool;
  }

  async close(): Promise<void> {
    await this.#pool?.destroy();
  }
}

function poolFor({ tls, proxy }: Credential, inFlight: number): Dispatcher {
  const connect = { ...tls, timeout: connectTimeoutMs, keepAlive: true, keepAliveInitialDelay: 30_000 };
  // Over HTTP/2 repeated headers are merged into one (facts/kubernetes.md §2.2).
  const shared = { connections: inFlight, pipelining: 1, allowH2: false };
  if (proxy === undefined) return new Agent({ ...shared, connect });
  return new ProxyAgent({ ...shared, uri: proxy, requestTls: connect });
}

function keyOf({ server, proxy, tls }: Credential): string {
  return JSON.stringify([server.origin, proxy ?? null, tls]);
}

async function textOf(reply: Dispatcher.ResponseData): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a body without an encoding gives Buffers
  for await (const chunk of reply.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyLimit) throw new TooLarge();
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (reply.headers['content-encoding'] !== 'gzip') return bytes.toString('utf8');
  return (await unzip(bytes, { maxOutputLength: bodyLimit })).toString('utf8');
}

function outcomeOf({ reply, text }: Answered): Outcome {
  const warnings = warningTexts(reply.headers['warning']);
  try {
    const body = parseExactJson(text);
    if (isJsonObject(body)) return { kind: 'reply', status: reply.statusCode, body, text: '', warnings };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { kind: 'reply', status: reply.statusCode, body: undefined, text: text.slice(0, 1000), warnings };
}
