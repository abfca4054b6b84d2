/** A mirror and what is needed of its server -> the same mirror with it. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';

import { words } from '../object/masked.ts';
import { type Bench, ask, failure } from './ask.ts';
import type { Access, GitCommand } from './git.ts';
import { patient } from './server-fault.ts';
import { SourceError } from './source-error.ts';

export interface Origin {
  /** As Git takes it; without user and password. */
  readonly url: string;
  readonly access: Access | undefined;
}

/** What a review needs to be there. */
export interface Needed {
  readonly branch: string;
  /** The branch's tip, as the server just said. */
  readonly base: string;
  readonly head: string;
}

export interface MirrorPlace {
  readonly directory: string;
  readonly origin: Origin;
}

/** A view without the promisor remote: reading there never fetches. Inside the mirror, to come and go with it. */
export function viewOf(directory: string): string {
  return join(directory, 'view');
}

/** The server no longer has the head; the mirror is not to blame. */
export class HeadGoneError extends SourceError {}

export async function fetchCommits(bench: Bench, place: MirrorPlace, needed: Needed): Promise<void> {
  const { base, head } = needed;
  const shown = bench.mask.text(head);
  const doing = words`fetch the base branch and the head commit ${shown}`;
  const outcome = await patient(bench).git.run({
    ...fetching(bench, place),
    args: [...fetchArguments, 'origin', `+${base}:${refOf(needed.branch)}`, head],
  });
  if (outcome.kind === 'exited' && /not our ref|unadvertised object/u.test(outcome.stderr)) {
    throw new HeadGoneError(
      words`The head commit ${shown} is no longer on the server: the branch was pushed over or deleted meanwhile.`,
      { cause: failure(bench, doing, outcome) },
    );
  }
  if (outcome.kind !== 'exited' || outcome.code !== 0) throw failure(bench, doing, outcome);
  // Walks both trees, so that a mirror that was damaged on disk is found out here and not in the middle of a review.
  await ask(bench, {
    doing: words`check the mirror`,
    repository: viewOf(place.directory),
    args: ['rev-list', '--quiet', '--objects', '--no-walk', '--filter=blob:none', base, head],
  });
}

export async function fetchBlobs(bench: Bench, place: MirrorPlace, oids: readonly string[]): Promise<void> {
  await ask(patient(bench), {
    doing: words`fetch ${oids.length} blobs`,
    ...fetching(bench, place),
    // As git's own lazy fetch: blobs have no history to negotiate about.
    args: ['-c', 'fetch.negotiationAlgorithm=noop', ...fetchArguments, 'origin', '--stdin'],
    input: oids.map((oid) => `${oid}\n`).join(''),
  });
}

/** So that the next fetch can tell the server what is there; a branch's own name could be too long for a file. */
function refOf(branch: string): string {
  return `refs/proofline/${createHash('sha256').update(branch).digest('hex').slice(0, 32)}`;
}

const fetchArguments = [
  'fetch',
  '--quiet',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
  '--refmap=',
  '--filter=blob:none',
];

function fetching(bench: Bench, { directory, origin }: MirrorPlace): Omit<GitCommand, 'args'> {
  return {
    repository: directory,
    access: origin.access,
    signal: bench.signal,
    limits: { timeoutMs: 10 * 60_000 },
  };
}
