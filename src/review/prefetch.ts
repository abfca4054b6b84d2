/**
 * All that the touched units need of both trees, fetched from the server in one batch a tree before anything renders: the
 * second of two, since what a render reads is known only from what looking for units has read.
 */
import { claimedBy } from '../reconciler/claimed.ts';
import type { Pair } from '../reconciler/pairs.ts';
import type { GitTree } from '../source/git-tree.ts';
import type { Revisions } from '../source/revisions.ts';

/** Throws SourceError. */
export async function prefetch(
  { baseTree, headTree }: Extract<Revisions, { readonly kind: 'merged' }>,
  touched: readonly Pair[],
): Promise<void> {
  await fetchFor(
    baseTree,
    touched.flatMap(({ base }) => base?.closure ?? []),
  );
  await fetchFor(
    headTree,
    touched.flatMap(({ head }) => head?.closure ?? []),
  );
}

async function fetchFor(tree: GitTree, closures: Parameters<typeof claimedBy>[0]): Promise<void> {
  await tree.prefetch([...tree.entries.keys()].filter(claimedBy(closures)));
}
