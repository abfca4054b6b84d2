/** A real change of the corpora -> a story's repository before it, and what the pull request changes. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { root } from '../architecture/imports.ts';

const changes = join(root, '../shared/corpora/changes');

export interface CorpusChange {
  readonly base: Readonly<Record<string, string>>;
  readonly head: Readonly<Record<string, string | null>>;
}

/** `edit` puts names of the story's own in the place of those that other stories have too. */
export async function corpusChange(
  id: string,
  edit: (text: string) => string = (text) => text,
): Promise<CorpusChange> {
  const [base, head] = await Promise.all([
    read(join(changes, id, 'base'), edit),
    read(join(changes, id, 'head'), edit),
  ]);
  const paths = [...new Set([...Object.keys(base), ...Object.keys(head)])];
  const changed = paths.filter((path) => base[path] !== head[path]);
  return { base, head: Object.fromEntries(changed.map((path) => [path, head[path] ?? null])) };
}

type Files = Readonly<Record<string, string>>;

async function read(folder: string, edit: (text: string) => string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: Record<string, string> = {};
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = join(entry.parentPath, entry.name);
    files[relative(folder, file)] = edit(await readFile(file, 'utf8'));
  }
  return files;
}
