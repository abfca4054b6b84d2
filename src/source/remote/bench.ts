/** What the fetch of one remote works with. */
import type { Mask, Masked } from '../../object/masked.ts';
import type { Git } from '../git.ts';
import type { RemoteHost } from './host.ts';
import type { RemoteLimits } from './limits.ts';
import type { Store } from './store.ts';
import type { Web } from './web.ts';

export interface Clock {
  /** Resolves after that many milliseconds, or at once when the signal aborts; never rejects. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Aborts after that many milliseconds. */
  deadline(milliseconds: number): AbortSignal;
}

/** What all remotes of one review share. */
export interface Shared {
  /** Servers that did not answer, and how: each costs its time-out once. */
  readonly down: Map<string, Masked>;
  /** Tokens that registries gave, by where and for what. */
  readonly tokens: Map<string, string>;
  /** Indexes by their URL, and Git's revisions by theirs: what may move is asked once. */
  readonly asked: Map<string, Promise<Buffer>>;
}

export interface RemoteBench extends Shared {
  readonly hosts: readonly RemoteHost[];
  readonly web: Web;
  readonly git: Git;
  readonly store: Store;
  readonly mask: Mask;
  readonly clock: Clock;
  readonly limits: RemoteLimits;
  /** Aborted at the remote's deadline, or when the review is no longer wanted. */
  readonly signal: AbortSignal;
}

/** The same answer for whoever asks again in this review. */
export function once(bench: RemoteBench, name: string, ask: () => Promise<Buffer>): Promise<Buffer> {
  const known = bench.asked.get(name) ?? ask();
  bench.asked.set(name, known);
  return known;
}
