/**
 * A repository on a server -> a bare mirror of it in the cache: all commits and trees, blobs only as they are needed.
 * Reviews of one repository share the mirror. Nothing in it is ever changed in place: a fetch adds objects, and the only
 * refs are the tips of base branches. Programs that share one cache directory rely on Git's own locks for that.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Masked, words } from '../object/masked.ts';
import { type Bench, ask, failure } from './ask.ts';
import { initBare } from './bare-repository.ts';
import { isMissing } from './is-missing.ts';
import { createBlobFetch } from './blob-fetch.ts';
import type { Access } from './git.ts';
import { type OneAtATime, createOneAtATime } from './one-at-a-time.ts';
import type { Repository } from './repository.ts';
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

export interface Mirrors {
  /** The mirror with both commits and all their history in it. Throws SourceError. */
  updated(bench: Bench, origin: Origin, needed: Needed): Promise<Repository>;
}

/** A view without the promisor remote: reading there never fetches. Inside the mirror, to come and go with it. */
const view = 'view';

/** A file that says that a review found an object missing which should be there. */
const distrusted = 'distrusted';

export function createMirrors(cache: string): Mirrors {
  const turns: OneAtATime = createOneAtATime();

  async function updated(bench: Bench, origin: Origin, needed: Needed): Promise<Repository> {
    learn(bench, origin);
    const directory = join(
      cache,
      `${createHash('sha256').update(origin.url).digest('hex').slice(0, 32)}.git`,
    );
    await turns.run(directory, async () => {
      const found = await inode(directory);
      const place = { directory, origin, needed };
      if (found !== undefined && (await isFetched(bench, place))) return;
      await rebuild(bench, { ...place, cache, broken: found });
    });
    return repositoryAt(bench, directory, origin);
  }

  return { updated };
}

interface Place {
  readonly directory: string;
  readonly origin: Origin;
  readonly needed: Needed;
}

/** False when the mirror there is broken. */
async function isFetched(bench: Bench, place: Place): Promise<boolean> {
  if ((await inode(join(place.directory, distrusted))) !== undefined) return false;
  try {
    await fetchCommits(bench, place);
    return true;
  } catch (error) {
    if (!(error instanceof SourceError) || bench.signal?.aborted === true) throw error;
    if (error instanceof HeadGoneError) throw error;
    return false;
  }
}

interface Ruin extends Place {
  readonly cache: string;
  /** The mirror that was found broken; undefined when there was none. */
  readonly broken: bigint | undefined;
}

/** Beside the old one, which is replaced only when the new one is whole: a server that is down costs no mirror. */
async function rebuild(bench: Bench, { cache, broken, ...place }: Ruin): Promise<void> {
  await mkdir(cache, { recursive: true });
  const half = await mkdtemp(join(cache, 'half-'));
  try {
    const fresh = join(half, 'fresh');
    await initMirror(bench, fresh, place.origin);
    await fetchCommits(bench, { ...place, directory: fresh });
    const there = await inode(place.directory);
    if (there !== undefined && there === broken) await rename(place.directory, join(half, 'broken'));
    await rename(fresh, place.directory).catch(async (error: unknown) => {
      // Another program made it meanwhile.
      if ((await inode(place.directory)) === undefined) throw error;
      await fetchCommits(bench, place);
    });
  } finally {
    await rm(half, { recursive: true, force: true });
  }
}

async function initMirror(bench: Bench, directory: string, origin: Origin): Promise<void> {
  await initBare(bench, {
    directory,
    objectFormat: 'sha1',
    alternates: [],
    configuration: [
      ['core.repositoryFormatVersion', '1'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.url', origin.url],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.partialCloneFilter', 'blob:none'],
    ],
  });
  await initBare(bench, {
    directory: join(directory, view),
    objectFormat: 'sha1',
    alternates: ['../../objects'],
    configuration: [],
  });
}

class HeadGoneError extends SourceError {}

async function fetchCommits(bench: Bench, { directory, origin, needed }: Place): Promise<void> {
  const head: Masked = bench.mask.text(needed.head);
  const ref = `refs/proofline/${createHash('sha256').update(needed.branch).digest('hex').slice(0, 32)}`;
  const doing = words`fetch the base branch and the head commit ${head}`;
  const outcome = await bench.git.run({
    ...fetching(bench, { directory, origin }),
    args: [...fetchArguments, 'origin', `+${needed.base}:${ref}`, needed.head],
  });
  if (outcome.kind === 'exited' && /not our ref|unadvertised object/u.test(outcome.stderr)) {
    throw new HeadGoneError(
      words`The head commit ${head} is no longer on the server: the branch was pushed over or deleted meanwhile.`,
      { cause: failure(bench, doing, outcome) },
    );
  }
  if (outcome.kind !== 'exited' || outcome.code !== 0) throw failure(bench, doing, outcome);
  // Walks both trees, so that a mirror that was damaged on disk is found out here and not in the middle of a review.
  await ask(bench, {
    doing: words`check the mirror`,
    repository: join(directory, view),
    args: ['rev-list', '--quiet', '--objects', '--no-walk', '--filter=blob:none', needed.base, needed.head],
  });
}

const fetchArguments = [
  '-c',
  'fetch.writeCommitGraph=false',
  'fetch',
  '--quiet',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
  '--refmap=',
  '--filter=blob:none',
];

function fetching(
  bench: Bench,
  { directory, origin }: Pick<Place, 'directory' | 'origin'>,
): Pick<Parameters<Bench['git']['run']>[0], 'repository' | 'access' | 'signal' | 'limits'> {
  return {
    repository: directory,
    access: origin.access,
    signal: bench.signal,
    limits: { timeoutMs: 10 * 60_000 },
  };
}

function repositoryAt(bench: Bench, directory: string, origin: Origin): Repository {
  return {
    directory: join(directory, view),
    store: directory,
    access: origin.access,
    distrust: () => writeFile(join(directory, distrusted), ''),
    fetchBlobs: createBlobFetch(async (oids) => {
      await ask(bench, {
        doing: words`fetch ${oids.length} blobs`,
        ...fetching(bench, { directory, origin }),
        // As git's own lazy fetch: blobs have no history to negotiate about.
        args: ['-c', 'fetch.negotiationAlgorithm=noop', ...fetchArguments, 'origin', '--stdin'],
        input: oids.map((oid) => `${oid}\n`).join(''),
      });
    }),
  };
}

/** The token, and the form in which it travels, are hidden wherever a program repeats them. */
function learn(bench: Bench, { access }: Origin): void {
  if (access === undefined) return;
  bench.mask.learn(access.token);
  bench.mask.learn(Buffer.from(`x-access-token:${access.token}`).toString('base64'));
}

async function inode(path: string): Promise<bigint | undefined> {
  return (await stat(path, { bigint: true }).catch(isMissing))?.ino;
}
