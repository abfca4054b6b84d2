/** A base and a head -> what is compared: their trees, the merge between them, and the paths that differ. */
import type { Bench } from './ask.ts';
import { type ChangedPath, changedPaths } from './changed-paths.ts';
import { type EarlierTrees, earlierTrees } from './earlier-trees.ts';
import { type GitTree, gitTree } from './git-tree.ts';
import { merge, treeOf } from './merge.ts';
import type { Repository } from './repository.ts';

export interface NamedCommit {
  /** As it was asked for; undefined for a working tree. */
  readonly ref: string | undefined;
  readonly commit: string;
}

export interface Named {
  readonly ref: string | undefined;
  /** Undefined for a working tree. */
  readonly commit: string | undefined;
}

export type Revisions = { readonly base: NamedCommit; readonly head: Named } & (
  | {
      readonly kind: 'merged';
      readonly baseTree: GitTree;
      /** The merge of head onto base. */
      readonly headTree: GitTree;
      /** Of the head commit alone, in which people read and correct lines; equal to headTree where head contains base. */
      readonly ownTree: GitTree;
      /** From base's tree to the merge. */
      readonly changed: readonly ChangedPath[];
      /** Trees of other commits of the same repository. */
      readonly treeAt: EarlierTrees;
    }
  /** Head does not merge; paths as in ChangedPath. */
  | { readonly kind: 'conflict'; readonly conflicts: readonly string[] }
);

/** Throws SourceError. */
export async function revisionsOf(
  bench: Bench,
  repository: Repository,
  { base, head }: { readonly base: NamedCommit; readonly head: NamedCommit },
): Promise<Revisions> {
  const merged = await merge(bench, repository, { base: base.commit, head: head.commit });
  if (merged.kind === 'conflict') return { kind: 'conflict', base, head, conflicts: merged.paths };
  const from = await treeOf(bench, repository, base.commit);
  const headTree = await gitTree(bench, repository, { oid: merged.tree, commit: merged.commit });
  return {
    kind: 'merged',
    base,
    head,
    baseTree: await gitTree(bench, repository, { oid: from, commit: base.commit }),
    headTree,
    ownTree: merged.commit === undefined ? await ownTreeOf(bench, repository, head.commit) : headTree,
    changed: await changedPaths(bench, repository, { from, to: merged.tree }),
    treeAt: earlierTrees(bench, repository),
  };
}

async function ownTreeOf(bench: Bench, repository: Repository, commit: string): Promise<GitTree> {
  return gitTree(bench, repository, { oid: await treeOf(bench, repository, commit), commit });
}
