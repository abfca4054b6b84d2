/** A Git repository of an allowed host at a revision -> its tree; a commit that was fetched once is kept. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { words } from '../../object/masked.ts';
import { initBare } from '../bare-repository.ts';
import { gitTree } from '../git-tree.ts';
import { isMissing } from '../is-missing.ts';
import type { RemoteReference } from '../remote.ts';
import type { Tree } from '../tree.ts';
import { unreachable } from './ask-server.ts';
import type { RemoteBench } from './bench.ts';
import { digestOf } from './digest.ts';
import type { Fetched } from './fetched.ts';
import { resolveRevision } from './git-revision.ts';
import { type GitServer, askGit, gitServer } from './git-server.ts';
import { gitUrl } from './git-url.ts';

export type GitReference = Extract<RemoteReference, { readonly kind: 'git' }>;

/** Throws RemoteError and SourceError. */
export async function repositoryAt(bench: RemoteBench, remote: GitReference): Promise<Fetched> {
  const url = gitUrl(remote.url);
  if (url === undefined) throw unreachable(words`it is no URL that can be fetched over HTTP`);
  const server = await gitServer(bench, url);
  const { commit, moving } = await resolveRevision(bench, server, remote.revision);
  const directory = await copyOf(bench, server, commit);
  const repository = {
    directory,
    store: directory,
    fetchBlobs: undefined,
    renew: undefined,
    access: undefined,
  };
  const tree = await gitTree(bench, repository, { oid: commit, commit });
  if (!holds(tree, remote.path)) throw unreachable(words`it has no ${bench.mask.text(remote.path)}`);
  return { kind: 'tree', tree, digest: listingDigest(tree), version: commit, moving };
}

function holds(tree: Tree, path: string): boolean {
  if (path === '.' || path === '' || tree.entries.has(path)) return true;
  return [...tree.entries.keys()].some((entry) => entry.startsWith(`${path.replace(/\/+$/u, '')}/`));
}

function listingDigest({ entries }: Tree): Fetched['digest'] {
  const lines = [...entries.values()].map(({ kind, oid, path }) => `${kind} ${oid}\t${path}\0`);
  return digestOf(lines.join(''));
}

/** The commit alone, without history, in a repository of its own. */
async function copyOf(bench: RemoteBench, server: GitServer, commit: string): Promise<string> {
  const folder = join(bench.store.folder, 'git');
  const name = createHash('sha256').update(`${server.url} ${commit}`).digest('hex').slice(0, 40);
  const directory = join(folder, name);
  const now = new Date();
  if ((await stat(directory).catch(isMissing)) === undefined) {
    await sweep(folder, now);
    await fetchCommit(bench, server, { commit, directory });
  }
  await utimes(directory, now, now);
  return directory;
}

async function fetchCommit(
  bench: RemoteBench,
  server: GitServer,
  { commit, directory }: { readonly commit: string; readonly directory: string },
): Promise<void> {
  const half = `${directory}.${randomUUID()}.partial`;
  await mkdir(dirname(half), { recursive: true, mode: 0o700 });
  try {
    const objectFormat = commit.length === 64 ? 'sha256' : 'sha1';
    await initBare(bench, { directory: half, objectFormat, alternates: [], configuration: [] });
    await askGit(bench, server, {
      repository: half,
      args: [...fetching, server.url, `${commit}:refs/proofline/commit`],
      timeoutMs: bench.limits.remoteMs,
    });
    if ((await sizeOf(half)) > bench.limits.repository) throw unreachable(words`the repository is too large`);
    await rename(half, directory).catch(async (error: unknown) => {
      // Another review was faster.
      if ((await stat(directory).catch(isMissing)) === undefined) throw error;
    });
  } finally {
    await rm(half, { recursive: true, force: true });
  }
}

const fetching = [
  'fetch',
  '--quiet',
  '--depth=1',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
  '--end-of-options',
];

async function sizeOf(directory: string): Promise<number> {
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  const sizes = files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => stat(join(parentPath, name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}

const keptMs = 14 * 24 * 60 * 60 * 1000;

/** Those that no review read for long, and what a crash left. */
async function sweep(folder: string, now: Date): Promise<void> {
  for (const name of (await readdir(folder).catch(isMissing)) ?? []) {
    const path = join(folder, name);
    const found = await stat(path).catch(isMissing);
    if (found !== undefined && now.getTime() - found.mtimeMs > keptMs) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
