/** The hosts that a repository may use, and how they are reached -> what fetches remotes for one review. */
import { type Mask, words } from '../../object/masked.ts';
import type { Git } from '../git.ts';
import { type FetchRemote, type RemoteReference, type RemoteTree, remoteKey } from '../remote.ts';
import { SourceError } from '../source-error.ts';
import type { Clock, RemoteBench } from './bench.ts';
import { chartOfRepository } from './chart-repository.ts';
import type { Fetched } from './fetched.ts';
import { fileAt } from './file.ts';
import { repositoryAt } from './git-base.ts';
import type { RemoteHost } from './host.ts';
import { type RemoteLimits, remoteLimits } from './limits.ts';
import { chartOfRegistry } from './registry.ts';
import { RemoteError } from './remote-error.ts';
import { joinUrl, shownRemote } from './shown.ts';
import { createStore } from './store.ts';
import { createTurns } from './turns.ts';
import type { Web } from './web.ts';

export interface RemotesOptions {
  /** Those that the operator gave to the repository under review. */
  readonly hosts: readonly RemoteHost[];
  /** Kept between reviews, and shared by all of them. */
  readonly folder: string;
  readonly mask: Mask;
  /** Must allow HTTP besides HTTPS: which host is asked how is decided here. */
  readonly git: Git;
  readonly web: Web;
  readonly clock: Clock;
  /** Aborted when the review is no longer wanted. */
  readonly signal: AbortSignal;
  readonly limits?: Partial<RemoteLimits>;
}

/** To one server. */
const mostAtOnce = 8;

/** For one review: what may move is resolved once in it. */
export function createRemotes(options: RemotesOptions): FetchRemote {
  const { folder, mask, clock } = options;
  learn(options);
  const limits = { ...remoteLimits, ...options.limits };
  const shared = { down: new Map(), tokens: new Map(), asked: new Map(), store: createStore(folder) };
  const turns = createTurns(mostAtOnce);
  const fetched = new Map<string, Promise<Fetched | RemoteError>>();

  // Its deadline begins when it has its turn: a remote is not late because many are asked of its server.
  const fetchOnce = (remote: RemoteReference): Promise<Fetched | RemoteError> =>
    turns.run(serverOf(remote), () => fetchNow(remote));

  async function fetchNow(remote: RemoteReference): Promise<Fetched | RemoteError> {
    const signal = AbortSignal.any([options.signal, clock.deadline(limits.remoteMs)]);
    try {
      return await fetchRemote({ ...options, ...shared, limits, signal }, remote);
    } catch (error) {
      if (error instanceof RemoteError) return error;
      if (error instanceof SourceError) return new RemoteError('remote-unreachable', error.message);
      throw error;
    }
  }

  return async (remote, unit): Promise<RemoteTree> => {
    const key = remoteKey(remote);
    const known = fetched.get(key) ?? fetchOnce(remote);
    fetched.set(key, known);
    const found = await known;
    if (!(found instanceof RemoteError)) return found;
    const shown = shownRemote(remote, mask);
    const why = words`the render needs ${shown} from outside the repository: ${found.message}`;
    return { kind: 'gap', gap: { kind: found.kind, unit, object: undefined, why } };
  };
}

/** As it is written: where it leads is not known yet. */
function serverOf(remote: RemoteReference): string {
  const text = remote.kind === 'chart' ? remote.repository : remote.url;
  return /^[a-z]+:\/\/(?:[^/@]*@)?([^/]+)/iu.exec(text)?.[1]?.toLowerCase() ?? text;
}

async function fetchRemote(bench: RemoteBench, remote: RemoteReference): Promise<Fetched> {
  switch (remote.kind) {
    case 'chart': {
      const { repository, name, version } = remote;
      const registry = /^oci:\/\/(.*)$/iu.exec(repository)?.[1];
      if (registry === undefined) return chartOfRepository(bench, remote);
      return chartOfRegistry(bench, { address: joinUrl(registry, name), version });
    }
    case 'git':
      return repositoryAt(bench, remote);
    case 'file':
      return fileAt(bench, remote.url);
  }
}

/** Credentials, and the form in which they travel, are hidden wherever a server repeats them. */
function learn({ hosts, mask }: RemotesOptions): void {
  for (const { credential } of hosts) {
    if (credential?.kind === 'bearer') mask.learn(credential.token);
    if (credential?.kind !== 'basic') continue;
    mask.learn(credential.password);
    mask.learn(Buffer.from(`${credential.username}:${credential.password}`).toString('base64'));
  }
}
