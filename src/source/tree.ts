/** One Git tree, named by its object id: what is in it and, when asked, its content. */

export const entryKinds = ['file', 'executable', 'symlink', 'submodule'] as const;
export type EntryKind = (typeof entryKinds)[number];

export interface TreeEntry {
  readonly path: string;
  readonly kind: EntryKind;
  /** Object id of the blob (of the commit, for a submodule). */
  readonly oid: string;
}

export interface Tree {
  /** The commit it belongs to; undefined for a local merge and for a working tree. */
  readonly commit: string | undefined;
  readonly oid: string;
  /** All entries by path, sorted by path in byte order. Directories have no entry. */
  readonly entries: ReadonlyMap<string, TreeEntry>;
  /** Contents of files, in one batch. Missing paths are missing in the answer. Throws SourceError. */
  read(paths: readonly string[]): Promise<ReadonlyMap<string, Buffer>>;
}
