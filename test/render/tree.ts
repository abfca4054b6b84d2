/** Paths and contents -> a Tree, as source/ gives it; a link's content is its target. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { EntryKind, Tree } from '../../src/source/tree.ts';

export interface Blob {
  readonly kind: EntryKind;
  readonly content: Buffer | string;
}

export type Files = Readonly<Record<string, string | Buffer | Blob>>;

export function treeOf(files: Files): Tree {
  const blobs = Object.entries(files)
    .sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map(([path, file]) => {
      const blob =
        typeof file === 'string' || Buffer.isBuffer(file) ? { kind: 'file' as const, content: file } : file;
      const content = Buffer.from(blob.content);
      return { path, kind: blob.kind, content, oid: createHash('sha1').update(content).digest('hex') };
    });
  const byPath = new Map(blobs.map((blob) => [blob.path, blob]));
  return {
    commit: undefined,
    oid: createHash('sha1')
      .update(JSON.stringify(blobs.map(({ path, oid }) => [path, oid])))
      .digest('hex'),
    entries: new Map(blobs.map(({ path, kind, oid }) => [path, { path, kind, oid }])),
    read: async (paths, limits = { largest: Infinity, total: Infinity }) => {
      const found = paths.map((path) => byPath.get(path)).filter((blob) => blob !== undefined);
      const small = found.filter(
        ({ content, kind }) => kind !== 'submodule' && content.length <= limits.largest,
      );
      return Promise.resolve(new Map(small.map(({ path, content }) => [path, content])));
    },
  };
}

/** All files below a folder of this machine. */
export async function filesIn(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [file.slice(folder.length + 1), await readFile(file)] as const),
    ),
  );
}
