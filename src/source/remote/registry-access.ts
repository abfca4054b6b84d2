/** A question to an OCI registry -> its answer, with a token of the registry where it wants one. */
import { words } from '../../object/masked.ts';
import { type Asked, askServer, unreachable } from './ask-server.ts';
import { type RemoteBench, once } from './bench.ts';
import { parseUrl, permit } from './host.ts';
import { objectIn } from './json-reply.ts';
import type { WebReply } from './web.ts';

export interface RegistryRepository {
  readonly origin: string;
  readonly name: string;
}

export interface RegistryQuestion extends Omit<Asked, 'url' | 'authorization'> {
  /** Below `/v2/<name>/`. */
  readonly path: string;
}

/** Nothing in an `oci://` reference says whether there is TLS: where there need not be, it is tried first. */
export async function answering(bench: RemoteBench, secure: string, plain: string): Promise<string> {
  const answer = await once(bench, `registry ${secure}`, async () => {
    const url = new URL(`${secure}/v2/`);
    const outcome = await bench.web.get({
      url,
      headers: {},
      mayBePrivate: permit(bench, url).private,
      largest: bench.limits.manifest,
      signal: AbortSignal.any([bench.signal, bench.clock.deadline(bench.limits.requestMs)]),
    });
    const isDown = outcome.kind === 'failure' && outcome.why === 'unreachable';
    return Buffer.from(isDown ? plain : secure);
  });
  return answer.toString();
}

/** Throws RemoteError. */
export async function askRegistry(
  bench: RemoteBench,
  repository: RegistryRepository,
  question: RegistryQuestion,
): Promise<WebReply> {
  const url = new URL(`${repository.origin}/v2/${repository.name}/${question.path}`);
  const place = `${repository.origin} ${repository.name}`;
  const token = bench.tokens.get(place);
  const accepts = [...(question.accepts ?? []), 401];
  const first = await askServer(bench, { ...question, url, accepts, authorization: bearer(token) });
  if (first.status !== 401) return first;
  const fresh = await tokenFor(bench, repository, first.headers['www-authenticate'] ?? '');
  if (fresh !== undefined) bench.tokens.set(place, fresh);
  return askServer(bench, { ...question, url, authorization: bearer(fresh) });
}

function bearer(token: string | undefined): string | undefined {
  return token === undefined ? undefined : `Bearer ${token}`;
}

/**
 * The place that gives tokens must be an allowed host like any other, and is shown its own credential only: a registry
 * could name any. Undefined where the registry wants no token but the credential itself.
 */
async function tokenFor(
  bench: RemoteBench,
  { name }: RegistryRepository,
  challenge: string,
): Promise<string | undefined> {
  if (!/^bearer\s/iu.test(challenge)) return undefined;
  const realm = parseUrl(parameter(challenge, 'realm') ?? '');
  if (realm === undefined) throw unreachable(words`the registry does not say where it gives tokens`);
  const service = parameter(challenge, 'service');
  if (service !== undefined) realm.searchParams.set('service', service);
  // Never what the registry asks for: nothing but reading.
  realm.searchParams.set('scope', `repository:${name}:pull`);
  const { body } = await askServer(bench, { url: realm, largest: bench.limits.manifest });
  const token = tokenIn(body);
  if (token === undefined) throw unreachable(words`the registry gave no token`);
  bench.mask.learn(token);
  return token;
}

function parameter(challenge: string, name: string): string | undefined {
  return new RegExp(`[\\s,]${name}="([^"]*)"`, 'iu').exec(challenge)?.[1];
}

function tokenIn(body: Buffer): string | undefined {
  const reply = objectIn(body);
  const token = reply?.['token'] ?? reply?.['access_token'];
  return typeof token === 'string' && /^[\x21-\x7e]+$/u.test(token) ? token : undefined;
}
