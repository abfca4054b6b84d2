/** Files in memory -> a Tree, with the object ids that Git would give them. */
import { createHash } from 'node:crypto';

import type { EntryKind, Tree, TreeEntry } from '../tree.ts';

export interface MemoryFile {
  readonly kind: Exclude<EntryKind, 'submodule'>;
  /** Of a symlink, its target. */
  readonly content: Buffer;
}

/** `oid` names the whole of it. */
export function memoryTree(files: ReadonlyMap<string, MemoryFile>, oid: string): Tree {
  const paths = [...files.keys()].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const entries = new Map<string, TreeEntry>();
  for (const path of paths) {
    const file = files.get(path);
    if (file !== undefined) entries.set(path, { path, kind: file.kind, oid: blobId(file.content) });
  }
  return {
    commit: undefined,
    oid,
    entries,
    read: (wanted, limits) => {
      const found = wanted.flatMap((path): readonly (readonly [string, Buffer])[] => {
        const content = files.get(path)?.content;
        const isSmall = content !== undefined && content.length <= (limits?.largest ?? content.length);
        return isSmall ? [[path, content]] : [];
      });
      const total = found.reduce((sum, [, content]) => sum + content.length, 0);
      return Promise.resolve(new Map(total <= (limits?.total ?? total) ? found : []));
    },
  };
}

function blobId(content: Buffer): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
}
