/** One Git tree, named by its object id: what is in it and, when asked, its content. */

export const entryKinds = ['file', 'executable', 'symlink', 'submodule'] as const;
export type EntryKind = (typeof entryKinds)[number];

export interface TreeEntry {
  readonly path: string;
  readonly kind: EntryKind;
  /** Object id of the blob (of the commit, for a submodule). */
  readonly oid: string;
}

/** An entry that has no place in `entries`, because its name cannot be trusted or written down. */
export interface RefusedEntry {
  /** Bytes that are not UTF-8 stand as `\xNN`. */
  readonly shown: string;
  readonly why: 'name is not UTF-8' | 'name could leave the tree' | 'name is there twice';
}

/** In bytes. Files above `largest` are missing in the answer; so are all when their sum is above `total`. */
export interface ReadLimits {
  readonly largest: number;
  readonly total: number;
}

export interface Tree {
  /** The commit it belongs to; undefined for a local merge and for a working tree. */
  readonly commit: string | undefined;
  readonly oid: string;
  /** All entries by path, sorted by path in byte order. Directories have no entry. */
  readonly entries: ReadonlyMap<string, TreeEntry>;
  /** None when undefined. */
  readonly refused?: readonly RefusedEntry[];
  /**
   * Contents of files, in one batch; of a symlink, its target. Missing paths are missing in the answer.
   * Throws SourceError; without limits also for what is too large to hold.
   */
  read(paths: readonly string[], limits?: ReadLimits): Promise<ReadonlyMap<string, Buffer>>;
}
