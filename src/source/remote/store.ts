/** What was fetched, by digest, on disk: so that the next review asks servers only what may have changed. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { isMissing } from '../is-missing.ts';
import { type Digest, digestOf } from './digest.ts';

export interface Store {
  /** Where repositories of Git may be kept. */
  readonly folder: string;
  /** What is damaged counts as missing. */
  get(digest: Digest): Promise<Buffer | undefined>;
  put(bytes: Buffer): Promise<Digest>;
  /** A small text under a name, such as which digest a server last gave under a tag. */
  recall(name: string): Promise<string | undefined>;
  remember(name: string, text: string): Promise<void>;
}

/** Before the oldest half is deleted. */
const mostBytes = 2 * 1024 * 1024 * 1024;
const putsBetweenSweeps = 100;

export function createStore(folder: string): Store {
  const blobs = join(folder, 'sha256');
  const notes = join(folder, 'notes');
  let puts = 0;

  return {
    folder,
    get: async (digest) => {
      const bytes = await load(join(blobs, digest.slice('sha256:'.length)));
      return bytes !== undefined && digestOf(bytes) === digest ? bytes : undefined;
    },
    put: async (bytes) => {
      const digest = digestOf(bytes);
      await save(blobs, digest.slice('sha256:'.length), bytes);
      puts += 1;
      if (puts % putsBetweenSweeps === 1) await sweep([blobs, notes]);
      return digest;
    },
    recall: async (name) => (await load(join(notes, nameOf(name))))?.toString('utf8'),
    remember: (name, text) => save(notes, nameOf(name), text),
  };
}

async function load(path: string): Promise<Buffer | undefined> {
  const bytes = await readFile(path).catch(isMissing);
  const now = new Date();
  // Its time says when it was last of use.
  if (bytes !== undefined) await utimes(path, now, now).catch(isMissing);
  return bytes;
}

function nameOf(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

/** By a name that nobody else has: two reviews may fetch the same at the same moment. */
async function save(folder: string, name: string, content: Buffer | string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `${name}.${randomUUID()}.partial`);
  await writeFile(temporary, content, { mode: 0o600 });
  await rename(temporary, join(folder, name));
}

async function sweep(folders: readonly string[]): Promise<void> {
  const files = (await Promise.all(folders.map(filesIn))).flat().sort((a, b) => a.used - b.used);
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= mostBytes) return;
  for (const { path, size } of files) {
    await rm(path, { force: true });
    bytes -= size;
    if (bytes <= mostBytes / 2) return;
  }
}

interface Kept {
  readonly path: string;
  readonly size: number;
  readonly used: number;
}

async function filesIn(folder: string): Promise<readonly Kept[]> {
  const names = (await readdir(folder).catch(isMissing)) ?? [];
  const files = names.map(async (name): Promise<readonly Kept[]> => {
    const path = join(folder, name);
    const found = await stat(path).catch(isMissing);
    return found === undefined ? [] : [{ path, size: found.size, used: found.mtimeMs }];
  });
  return (await Promise.all(files)).flat();
}
