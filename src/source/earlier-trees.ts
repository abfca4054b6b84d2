/** The id of a commit of a repository -> its tree, the last few kept; undefined where this copy does not have it. */
import { words } from '../object/masked.ts';
import type { Bench } from './ask.ts';
import { failure } from './ask.ts';
import { gitTree } from './git-tree.ts';
import type { GitTree } from './git-tree.ts';
import type { Repository } from './repository.ts';

/** Throws SourceError. */
export type EarlierTrees = (commit: string) => Promise<GitTree | undefined>;

/** Every unit may have been synced at another commit, and a tree names every file of the repository. */
const mostKept = 8;

export function earlierTrees(bench: Bench, repository: Repository): EarlierTrees {
  const known = new Map<string, Promise<GitTree | undefined>>();
  return async (commit) => {
    if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u.test(commit)) return undefined;
    const tree = known.get(commit) ?? treeAt(bench, repository, commit);
    known.delete(commit);
    known.set(commit, tree);
    const [oldest] = known.keys();
    if (known.size > mostKept && oldest !== undefined) known.delete(oldest);
    return tree;
  };
}

async function treeAt(bench: Bench, repository: Repository, commit: string): Promise<GitTree | undefined> {
  const outcome = await bench.git.run({
    repository: repository.directory,
    signal: bench.signal,
    args: ['rev-parse', '--quiet', '--verify', '--end-of-options', `${commit}^{tree}`],
  });
  if (outcome.kind !== 'exited') {
    throw failure(bench, words`find the tree of the commit ${bench.mask.text(commit)}`, outcome);
  }
  if (outcome.code !== 0) return undefined;
  return gitTree(bench, repository, { oid: outcome.stdout.toString('utf8').trimEnd(), commit });
}
