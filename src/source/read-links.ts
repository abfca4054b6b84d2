/** A tree -> the targets of all its symlinks by path, alone or with its entries; those that are no path are left out. */
import { isUtf8 } from 'node:buffer';

import type { LinkedTree } from './symlink.ts';
import type { Tree } from './tree.ts';

/** Linux takes no longer one. */
const longest = 4096;

type Links = ReadonlyMap<string, string>;
const known = new WeakMap<Tree, Promise<Links>>();

/** Read once for a tree: each unit of it asks. Throws SourceError. */
export async function readLinks(tree: Tree): Promise<Links> {
  const links = known.get(tree) ?? linksIn(tree);
  known.set(tree, links);
  return links;
}

/** Throws SourceError. */
export async function linkedTree(tree: Tree): Promise<LinkedTree> {
  const links = await readLinks(tree);
  return { entries: tree.entries, targetOf: (path) => links.get(path) };
}

async function linksIn(tree: Tree): Promise<Links> {
  const paths = [...tree.entries.values()].filter(({ kind }) => kind === 'symlink').map(({ path }) => path);
  if (paths.length === 0) return new Map();
  const limits = { largest: longest, total: paths.length * longest };
  const targets = new Map<string, string>();
  for (const [path, content] of await tree.read(paths, limits)) {
    if (isUtf8(content) && !content.includes(0)) targets.set(path, content.toString('utf8'));
  }
  return targets;
}
