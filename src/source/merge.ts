/** A base and a head commit -> the tree of their merge, computed without a checkout, or the paths that conflict. */
import { words } from '../object/masked.ts';
import { type Bench, askLine, failure } from './ask.ts';
import { shownPath } from './path-name.ts';
import type { Repository } from './repository.ts';
import { SourceError } from './source-error.ts';
import { records } from './tree-entries.ts';

export type Merge =
  | {
      readonly kind: 'merged';
      readonly tree: string;
      /** The commit that has this very tree: head, when it already contains base. */
      readonly commit: string | undefined;
    }
  | { readonly kind: 'conflict'; readonly paths: readonly string[] };

export interface MergeSides {
  readonly base: string;
  readonly head: string;
}

/** Unknown option: the exit code of git's usage message. */
const usage = 129;

export async function merge(bench: Bench, repository: Repository, sides: MergeSides): Promise<Merge> {
  const { base, head } = sides;
  const ancestor = await mergeBase(bench, repository, sides);
  if (ancestor === base) {
    return { kind: 'merged', tree: await treeOf(bench, repository, head), commit: head };
  }
  const doing = words`merge ${bench.mask.text(head)} onto ${bench.mask.text(base)}`;
  // Drivers and attributes of the repository do not count: the store's own configuration names none, and it is bare.
  const outcome = await bench.git.run({
    repository: repository.store,
    access: repository.access,
    signal: bench.signal,
    args: ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', base, head],
  });
  if (outcome.kind === 'exited' && outcome.code === usage) {
    throw new SourceError(words`Could not ${doing}: git 2.38 or newer is needed.`);
  }
  if (outcome.kind !== 'exited' || outcome.code > 1) throw failure(bench, doing, outcome);
  const [tree, ...conflicts] = [...records(outcome.stdout)].map(shownPath);
  if (tree === undefined) throw new SourceError(words`Could not ${doing}: git named no tree.`);
  if (outcome.code === 0) return { kind: 'merged', tree, commit: undefined };
  return { kind: 'conflict', paths: [...new Set(conflicts)].filter((path) => path !== '') };
}

export async function treeOf(bench: Bench, repository: Repository, commit: string): Promise<string> {
  return askLine(bench, {
    doing: words`find the tree of the commit ${bench.mask.text(commit)}`,
    repository: repository.directory,
    args: ['rev-parse', '--verify', '--end-of-options', `${commit}^{tree}`],
  });
}

/** A commit from which both sides grew. */
async function mergeBase(bench: Bench, repository: Repository, { base, head }: MergeSides): Promise<string> {
  const doing = words`find where ${bench.mask.text(head)} branched off ${bench.mask.text(base)}`;
  const outcome = await bench.git.run({
    repository: repository.directory,
    signal: bench.signal,
    args: ['merge-base', '--end-of-options', base, head],
  });
  if (outcome.kind === 'exited' && outcome.code === 1) {
    throw new SourceError(
      words`Could not ${doing}: they have no common history here; a shallow clone needs \`git fetch --unshallow\`.`,
    );
  }
  if (outcome.kind !== 'exited' || outcome.code !== 0) throw failure(bench, doing, outcome);
  return outcome.stdout.toString('utf8').trimEnd();
}
