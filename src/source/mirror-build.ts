/** A server -> a new mirror in the place of none or of a broken one. */
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Bench } from './ask.ts';
import { initBare } from './bare-repository.ts';
import { isMissing } from './is-missing.ts';
import { type MirrorPlace, type Needed, type Origin, fetchCommits, viewOf } from './mirror-fetch.ts';

/**
 * Made beside the old one, which is replaced only when the new one is whole: a server that is down costs no mirror.
 * `broken` is the inode of the mirror that was found broken; undefined when there was none.
 */
export async function buildMirror(
  bench: Bench,
  { directory, origin, broken }: MirrorPlace & { readonly broken: bigint | undefined },
  needed: Needed,
): Promise<void> {
  await mkdir(dirname(directory), { recursive: true });
  const half = await mkdtemp(join(dirname(directory), 'half-'));
  try {
    const fresh = join(half, 'fresh');
    await initMirror(bench, fresh, origin);
    await fetchCommits(bench, { directory: fresh, origin }, needed);
    const there = await inode(directory);
    if (there !== undefined && there === broken) await rename(directory, join(half, 'broken'));
    await rename(fresh, directory).catch(async (error: unknown) => {
      if ((await inode(directory)) === undefined) throw error;
      // Another program made it meanwhile.
      await fetchCommits(bench, { directory, origin }, needed);
    });
  } finally {
    await rm(half, { recursive: true, force: true });
  }
}

/** Names a directory even after another one took its path; undefined when there is none. */
export async function inode(path: string): Promise<bigint | undefined> {
  return (await stat(path, { bigint: true }).catch(isMissing))?.ino;
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
    directory: viewOf(directory),
    objectFormat: 'sha1',
    alternates: ['../../objects'],
    configuration: [],
  });
}
