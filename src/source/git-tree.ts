/** The object id of a tree -> a Tree whose contents come from a Git repository. */
import { words } from '../object/masked.ts';
import type { Bench } from './ask.ts';
import { blobSizes, readBlobs } from './blobs.ts';
import type { Repository } from './repository.ts';
import { SourceError } from './source-error.ts';
import { listTree } from './tree-entries.ts';
import type { ReadLimits, RefusedEntry, Tree, TreeEntry } from './tree.ts';

export interface GitTree extends Tree {
  readonly refused: readonly RefusedEntry[];
  /** Brings the contents near, so that reading them later asks no server. Throws SourceError. */
  prefetch(paths: readonly string[]): Promise<void>;
}

const unlimited: ReadLimits = { largest: 64 * 1024 * 1024, total: 512 * 1024 * 1024 };

export async function gitTree(
  bench: Bench,
  repository: Repository,
  { oid, commit }: { readonly oid: string; readonly commit: string | undefined },
): Promise<GitTree> {
  const { entries, refused } = await listTree(bench, repository, oid);

  function blobsOf(paths: readonly string[]): readonly TreeEntry[] {
    const found = paths.map((path) => entries.get(path)).filter((entry) => entry !== undefined);
    return found.filter((entry) => entry.kind !== 'submodule');
  }

  async function read(paths: readonly string[], limits?: ReadLimits): Promise<ReadonlyMap<string, Buffer>> {
    const wanted = blobsOf(paths);
    const oids = [...new Set(wanted.map((entry) => entry.oid))];
    const blobs = await readBlobs(bench, repository, { oids, limits: limits ?? unlimited });
    const answer = new Map<string, Buffer>();
    for (const entry of wanted) {
      const content = blobs.get(entry.oid);
      if (content !== undefined) answer.set(entry.path, content);
      else if (limits === undefined) throw tooLarge(entry.path);
    }
    return answer;
  }

  function tooLarge(path: string): SourceError {
    return new SourceError(
      words`Could not read ${bench.mask.text(path)}: it, or all that was asked for together, is too large.`,
    );
  }

  async function prefetch(paths: readonly string[]): Promise<void> {
    const oids = [...new Set(blobsOf(paths).map((entry) => entry.oid))];
    if (oids.length > 0) await blobSizes(bench, repository, oids);
  }

  return { commit, oid, entries, refused, read, prefetch };
}
