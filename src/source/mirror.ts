/**
 * A repository on a server -> a bare mirror of it in the cache: all commits and trees, blobs only as they are needed.
 * Reviews of one repository share the mirror. Nothing in it is ever changed in place: a fetch adds objects, and the only
 * refs are the tips of base branches. Programs that share one cache directory rely on Git's own locks for that.
 */
import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { words } from '../object/masked.ts';
import { type Bench, ask } from './ask.ts';
import { createBlobFetch } from './blob-fetch.ts';
import { buildMirror, inode } from './mirror-build.ts';
import {
  HeadGoneError,
  type MirrorPlace,
  type Needed,
  type Origin,
  fetchBlobs,
  fetchCommits,
  viewOf,
} from './mirror-fetch.ts';
import { createOneAtATime } from './one-at-a-time.ts';
import type { Repository } from './repository.ts';
import { SourceError } from './source-error.ts';

export interface Mirrors {
  /** The mirror with both commits and all their history in it. Throws SourceError. */
  updated(bench: Bench, origin: Origin, needed: Needed): Promise<Repository>;
}

/** A file that says that a review could not read an object which should be there. */
const distrusted = 'distrusted';

/** Each fetch leaves a pack, and git looks into all of them: above `mostPacks` they are made one. */
export function createMirrors(cache: string, { mostPacks = 50 } = {}): Mirrors {
  const turns = createOneAtATime();
  return {
    async updated(bench, origin, needed) {
      learn(bench, origin);
      const place = { directory: join(cache, nameOf(origin.url)), origin };
      await update(bench, place, needed);
      const opened = await inode(place.directory);
      return repositoryAt(bench, place, async () => {
        // Another review may have made it anew meanwhile.
        if ((await inode(place.directory)) === opened) await writeFile(join(place.directory, distrusted), '');
        await update(bench, place, needed);
      });
    },
  };

  async function update(bench: Bench, place: MirrorPlace, needed: Needed): Promise<void> {
    await turns.run(place.directory, async () => {
      const found = await inode(place.directory);
      if (found === undefined || !(await isFetched(bench, place, needed))) {
        await buildMirror(bench, { ...place, broken: found }, needed);
      }
      if ((await countPacks(place.directory)) > mostPacks) await repack(bench, place);
    });
  }
}

function nameOf(url: string): string {
  return `${createHash('sha256').update(url).digest('hex').slice(0, 32)}.git`;
}

/** False when the mirror there is broken. */
async function isFetched(bench: Bench, place: MirrorPlace, needed: Needed): Promise<boolean> {
  if ((await inode(join(place.directory, distrusted))) !== undefined) return false;
  try {
    await fetchCommits(bench, place, needed);
    return true;
  } catch (error) {
    if (!(error instanceof SourceError) || error instanceof HeadGoneError) throw error;
    if (bench.signal?.aborted === true) throw error;
    return false;
  }
}

async function countPacks(directory: string): Promise<number> {
  const names = await readdir(join(directory, 'objects', 'pack'));
  return names.filter((name) => name.endsWith('.pack')).length;
}

/** Objects of a partial clone are kept whether a ref leads to them or not. */
async function repack(bench: Bench, { directory }: MirrorPlace): Promise<void> {
  await ask(bench, {
    doing: words`repack the mirror`,
    repository: directory,
    args: ['repack', '-a', '-d', '-q'],
    limits: { timeoutMs: 10 * 60_000 },
  });
}

function repositoryAt(bench: Bench, place: MirrorPlace, renew: () => Promise<void>): Repository {
  const { directory, origin } = place;
  let renewed: Promise<void> | undefined;
  return {
    directory: viewOf(directory),
    store: directory,
    access: origin.access,
    renew: () => (renewed ??= renew()),
    fetchBlobs: createBlobFetch((oids) => fetchBlobs(bench, place, oids)),
  };
}

/** The token, and the form in which it travels, are hidden wherever a program repeats them. */
function learn(bench: Bench, { access }: Origin): void {
  if (access === undefined) return;
  bench.mask.learn(access.token);
  bench.mask.learn(Buffer.from(`x-access-token:${access.token}`).toString('base64'));
}
