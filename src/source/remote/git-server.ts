/** The URL of a Git repository -> questions to its server: at the place and address that were checked, and no other. */
import { type Masked, words } from '../../object/masked.ts';
import { lastWords } from '../ask.ts';
import type { Access, GitOutcome } from '../git.ts';
import { type Answered, askServer, failed, unreachable } from './ask-server.ts';
import type { RemoteBench } from './bench.ts';
import { type RemoteHost, permit } from './host.ts';

export interface GitServer {
  /** Without user and password, after redirects. */
  readonly url: string;
  readonly name: string;
  readonly access: Access | undefined;
  /** Configuration that git gets with each question. */
  readonly settings: readonly string[];
}

/** Asks first as git would, since git itself says little of why a server refused, and would not check where it is sent. */
export async function gitServer(bench: RemoteBench, repository: URL): Promise<GitServer> {
  const url = new URL(`${repository.href}/info/refs?service=git-upload-pack`);
  const reply = await askServer(bench, {
    url,
    headers: { 'git-protocol': 'version=2' },
    largest: bench.limits.archive,
  });
  const place = placeOf(reply);
  if (place === undefined)
    throw unreachable(words`${bench.mask.text(url.host)} serves no Git repository there`);
  const host = permit(bench, place);
  return {
    url: place.href,
    name: place.host,
    access: accessFor(host, place),
    settings: [...(await pinned(bench, host, place)), ...patience(bench)],
  };
}

function placeOf({ url, headers, body }: Answered): URL | undefined {
  const isSmart =
    headers['content-type'] === 'application/x-git-upload-pack-advertisement' ||
    body.subarray(0, 32).toString('latin1').includes('service=git-upload-pack');
  if (!isSmart || !url.pathname.endsWith('/info/refs')) return undefined;
  const place = new URL(url);
  place.pathname = place.pathname.slice(0, -'/info/refs'.length);
  place.search = '';
  return place;
}

/** Forges take any user name beside a token. */
function accessFor({ credential }: RemoteHost, { origin }: URL): Access | undefined {
  if (credential?.kind === 'basic') {
    return { url: `${origin}/`, user: credential.username, token: credential.password };
  }
  return credential?.kind === 'bearer' ? { url: `${origin}/`, token: credential.token } : undefined;
}

/** Git looks the name up by itself, and could be led elsewhere than where the check was. */
async function pinned(bench: RemoteBench, host: RemoteHost, place: URL): Promise<readonly string[]> {
  const { hostname, protocol, port } = place;
  if (/^[\d.]+$|^\[/u.test(hostname)) return [];
  const found = await bench.web.addressesOf(hostname, host.private);
  if (found.kind === 'failure') throw failed(bench, place, found);
  const addresses = found.addresses.map((address) => (address.includes(':') ? `[${address}]` : address));
  const usual = protocol === 'https:' ? '443' : '80';
  const pin = `${hostname}:${port === '' ? usual : port}:${addresses.join(',')}`;
  return ['-c', `http.curloptResolve=${pin}`];
}

function patience({ limits }: RemoteBench): readonly string[] {
  const seconds = Math.ceil(limits.requestMs / 1000);
  return ['-c', 'http.lowSpeedLimit=1', '-c', `http.lowSpeedTime=${String(seconds)}`];
}

export interface GitQuestion {
  readonly args: readonly string[];
  readonly repository?: string;
  readonly timeoutMs: number;
}

/** Throws RemoteError. */
export async function askGit(bench: RemoteBench, server: GitServer, question: GitQuestion): Promise<Buffer> {
  const outcome = await bench.git.run({
    args: [...server.settings, ...question.args],
    repository: question.repository,
    access: server.access,
    signal: bench.signal,
    limits: { timeoutMs: question.timeoutMs, output: bench.limits.archive },
  });
  if (outcome.kind === 'exited' && outcome.code === 0) return outcome.stdout;
  throw unreachable(whyOf(bench, server, outcome));
}

function whyOf({ mask }: RemoteBench, { name }: GitServer, outcome: GitOutcome): Masked {
  const server = mask.text(name);
  switch (outcome.kind) {
    case 'missing':
      return words`there is no git program on this machine`;
    case 'stopped':
      return outcome.why === 'too much output'
        ? words`what ${server} answers is too large`
        : words`${server} did not answer in time`;
    case 'exited':
      return words`${server} did not give it: ${mask.text(lastWords(outcome.stderr))}`;
  }
}
