/** A tree and paths of it -> the same tree, whose contents are read at once when the first is asked for, and held. */
import { needsOf } from './closure-paths.ts';
import { linkedTree, readLinks } from './read-links.ts';
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
      const there = asked.filter((path) => tree.entries.has(path));
      const others = there.filter((path) => !held.has(path));
      const rest = others.length === 0 ? new Map<string, Buffer>() : await tree.read(others, within);
      const found = there.flatMap((path) => {
        const content = held.get(path) ?? rest.get(path);
        return content === undefined ? [] : [[path, content] as const];
      });
      return within === undefined ? new Map(found) : withinLimits(found, within);
    },
  };
}

function withinLimits(
  found: readonly (readonly [string, Buffer])[],
  { largest, total }: ReadLimits,
): ReadonlyMap<string, Buffer> {
  const small = found.filter(([, { length }]) => length <= largest);
  const sum = small.reduce((before, [, { length }]) => before + length, 0);
  return sum > total ? new Map() : new Map(small);
}

async function contentsOf(
  tree: Tree,
  paths: readonly string[],
  limits: ReadLimits,
): Promise<ReadonlyMap<string, Buffer>> {
  const links = await readLinks(tree);
  const needs = needsOf(await linkedTree(tree), paths);
  // Whoever follows links asks for all of them.
  return tree.read([...new Set([...needs.entries, ...links.keys()])], limits);
}
