/** Places in the merge -> the same lines in head as it was pushed, where people read them; at base, if base brought them. */
import type { Place } from '../object/place.ts';
import { claimedBy } from '../reconciler/claimed.ts';
import type { ReadLimits, Tree } from '../source/tree.ts';
import { sameLines } from './same-lines.ts';
import type { SameLines } from './same-lines.ts';

export interface MergedTrees {
  readonly baseTree: Tree;
  /** The merge, in which places were found. */
  readonly headTree: Tree;
  /** Of the head commit alone. */
  readonly ownTree: Tree;
}

/** Nothing where it is not certain which line it is. */
export type AsPushed = (place: Place) => readonly Place[];

const limits: ReadLimits = { largest: 4_000_000, total: 64_000_000 };

/** Reads the files in which both heads differ, of those that the closures hold; once from each tree. Throws SourceError. */
export async function placesAsPushed(
  trees: MergedTrees,
  closures: Parameters<typeof claimedBy>[0],
): Promise<AsPushed> {
  const { baseTree, headTree, ownTree } = trees;
  const isSame = (path: string): boolean => oidIn(headTree, path) === oidIn(ownTree, path);
  const paths = [...headTree.entries.keys()].filter((path) => !isSame(path)).filter(claimedBy(closures));
  const read = async (tree: Tree): Promise<ReadonlyMap<string, Buffer>> => tree.read(paths, limits);
  const merge = await read(headTree);
  const toOwn = between(merge, await read(ownTree));
  const toBase = between(merge, await read(baseTree));
  return (place) => {
    if (place.side === 'base' || isSame(place.file)) return [place];
    const own = toOwn(place);
    if (own !== undefined) return [{ ...place, line: own }];
    const atBase = toBase(place);
    return atBase === undefined ? [] : [{ ...place, line: atBase, side: 'base' }];
  };
}

function oidIn(tree: Tree, path: string): string | undefined {
  return tree.entries.get(path)?.oid;
}

type Contents = ReadonlyMap<string, Buffer>;

/** Each file is compared once, and only if it is asked for. */
function between(from: Contents, to: Contents): (place: Place) => number | undefined {
  const known = new Map<string, SameLines>();
  return ({ file, line }) => {
    const [left, right] = [from.get(file), to.get(file)];
    if (left === undefined || right === undefined) return undefined;
    const same = known.get(file) ?? sameLines(left.toString('utf8'), right.toString('utf8'));
    known.set(file, same);
    return same(line);
  };
}
