/** A tree and paths of it -> the same tree, whose contents are read at once when the first is asked for, and held. */
import { needsOf } from './closure-paths.ts';
import { readLinks } from './read-links.ts';
import type { ReadLimits, Tree } from './tree.ts';

/** `paths` as in a closure. Where they are above the limits together, each is read when it is asked for. */
export function heldTree<Source extends Tree>(
  tree: Source,
  paths: readonly string[],
  limits: ReadLimits,
): Source {
  let holding: Promise<ReadonlyMap<string, Buffer>> | undefined;
  return {
    ...tree,
    read: async (asked, within) => {
      const held = await (holding ??= contentsOf(tree, paths, limits));
      const found = new Map<string, Buffer>();
      const others: string[] = [];
      for (const path of asked) {
        const content = held.get(path);
        if (content === undefined && tree.entries.has(path)) others.push(path);
        else if (content !== undefined && content.length <= (within?.largest ?? content.length)) {
          found.set(path, content);
        }
      }
      const rest = others.length === 0 ? new Map<string, Buffer>() : await tree.read(others, within);
      for (const [path, content] of rest) found.set(path, content);
      const total = [...found.values()].reduce((sum, { length }) => sum + length, 0);
      return total > (within?.total ?? total) ? new Map() : found;
    },
  };
}

async function contentsOf(
  tree: Tree,
  paths: readonly string[],
  limits: ReadLimits,
): Promise<ReadonlyMap<string, Buffer>> {
  const links = await readLinks(tree);
  const needs = needsOf({ entries: tree.entries, targetOf: (path) => links.get(path) }, paths);
  // Whoever follows links asks for all of them.
  return tree.read([...new Set([...needs.entries, ...links.keys()])], limits);
}
