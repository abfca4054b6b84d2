/** A tree that stands inside the tree which a render sees, and where. */
import type { Place } from '../object/place.ts';
import type { Tree } from '../source/tree.ts';

export interface Mount {
  /** Its directory there, or its folder where the tree is one file. */
  readonly at: string;
  readonly tree: Tree;
  /** How a person is told of it: `redis 18.1.2`; undefined where its paths say enough. */
  readonly name: string | undefined;
  /** The paths that it takes the place of, besides those below `at`. */
  readonly hides?: (path: string) => boolean;
  /** For a place in it: the one in the repository that stands for it. */
  readonly placeOf: (below: Place) => Place | undefined;
}

/** The part of a tree below a directory. */
export function partOf(tree: Tree, directory: string): Tree {
  const prefix = `${directory}/`;
  const entries = [...tree.entries.values()]
    .filter(({ path }) => path.startsWith(prefix))
    .map((entry) => ({ ...entry, path: entry.path.slice(prefix.length) }));
  return {
    commit: undefined,
    oid: `${tree.oid}:${directory}`,
    entries: new Map(entries.map((entry) => [entry.path, entry])),
    read: async (paths, limits) => {
      const contents = await tree.read(
        paths.map((path) => prefix + path),
        limits,
      );
      return new Map([...contents].map(([path, content]) => [path.slice(prefix.length), content]));
    },
  };
}
