/** A folder on disk -> files for a commit, with links and executables as they are. */
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Content } from './git-commits.ts';

const EXECUTABLE = 0o111;

async function contentOf(path: string): Promise<Content> {
  const status = await lstat(path);
  if (status.isSymbolicLink()) return { link: await readlink(path) };
  const bytes = await readFile(path);
  return (status.mode & EXECUTABLE) === 0 ? bytes : { executable: bytes };
}

/** Paths are relative to the folder, with forward slashes, in order; a `.git` folder is left out. */
export async function filesIn(folder: string): Promise<Readonly<Record<string, Content>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => path.split('/')[0] !== '.git')
    .toSorted();
  const files: Record<string, Content> = {};
  for (const path of paths) files[path] = await contentOf(join(folder, path));
  return files;
}
