/** A tree with other trees in it, and files of other content -> one tree, which is read as if it were one. */
import { createHash } from 'node:crypto';

import { compareText } from '../object/canonical.ts';
import { linkedTree } from '../source/read-links.ts';
import { resolvePath } from '../source/symlink.ts';
import type { ReadLimits, Tree, TreeEntry } from '../source/tree.ts';
import type { Mount } from './mount.ts';

interface Owned {
  readonly tree: Tree;
  /** The path in that tree. */
  readonly path: string;
}

/** Throws SourceError. */
export async function mountedTree(tree: Tree, mounts: readonly Mount[]): Promise<Tree> {
  if (mounts.length === 0) return tree;
  const entries = new Map<string, TreeEntry>();
  const owners = new Map<string, Owned>();
  const isHidden = (path: string): boolean =>
    mounts.some(({ at, hides }) => path.startsWith(`${at}/`) || hides?.(path) === true);
  for (const entry of tree.entries.values()) if (!isHidden(entry.path)) entries.set(entry.path, entry);
  for (const { at, tree: mounted } of mounts) {
    for (const entry of await ownEntries(mounted)) {
      const path = `${at}/${entry.path}`;
      entries.set(path, { ...entry, path });
      owners.set(path, { tree: mounted, path: entry.path });
    }
  }
  return {
    commit: undefined,
    oid: createHash('sha256')
      .update(JSON.stringify([tree.oid, ...mounts.map(({ at, tree: { oid } }) => [at, oid])]))
      .digest('hex'),
    entries: new Map([...entries].sort(([a], [b]) => compareText(a, b))),
    refused: tree.refused ?? [],
    read: async (paths, limits) =>
      readOwned(
        paths.map((path) => [path, owners.get(path) ?? { tree, path }] as const),
        limits,
      ),
  };
}

/** Without links that lead out of it: in its own place they would lead to something else. */
async function ownEntries(tree: Tree): Promise<readonly TreeEntry[]> {
  const linked = await linkedTree(tree);
  return [...tree.entries.values()].filter(
    ({ kind, path }) => kind !== 'symlink' || resolvePath(linked, path).kind === 'inside',
  );
}

async function readOwned(
  wanted: readonly (readonly [string, Owned])[],
  limits: ReadLimits | undefined,
): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const [tree, group] of Map.groupBy(wanted, ([, owned]) => owned.tree)) {
    const contents = await tree.read(
      group.map(([, { path }]) => path),
      limits,
    );
    for (const [shown, { path }] of group) {
      const content = contents.get(path);
      if (content !== undefined) found.set(shown, content);
    }
  }
  const total = [...found.values()].reduce((sum, { length }) => sum + length, 0);
  return total > (limits?.total ?? total) ? new Map() : found;
}

/** The same tree, in which some files have another content, or are there in the first place. */
export function rewrittenTree(tree: Tree, contents: ReadonlyMap<string, Buffer>): Tree {
  if (contents.size === 0) return tree;
  const entries = new Map(tree.entries);
  for (const [path, content] of contents) {
    entries.set(path, { ...(tree.entries.get(path) ?? { path, kind: 'file' }), oid: digestOf(content) });
  }
  return {
    ...tree,
    entries: new Map([...entries].sort(([a], [b]) => compareText(a, b))),
    read: async (paths, limits) => {
      const found = await tree.read(paths, limits);
      const all = paths.map((path) => [path, contents.get(path) ?? found.get(path)] as const);
      return new Map(all.flatMap(([path, content]) => (content === undefined ? [] : [[path, content]])));
    },
  };
}

/** The same tree without some of its paths. */
export function treeWithout(tree: Tree, hidden: readonly string[]): Tree {
  if (hidden.length === 0) return tree;
  const entries = new Map(tree.entries);
  for (const path of hidden) entries.delete(path);
  const read: Tree['read'] = async (paths, limits) =>
    tree.read(
      paths.filter((path) => entries.has(path)),
      limits,
    );
  return { ...tree, entries, read };
}

function digestOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
