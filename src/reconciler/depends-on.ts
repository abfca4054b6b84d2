/** A closure and many paths -> whether it holds one of them; sorted once for all closures that are asked about. */
import type { Closure } from './unit.ts';

export interface SortedPaths {
  readonly paths: ReadonlySet<string>;
  readonly sorted: readonly string[];
}

export function sortedPaths(paths: Iterable<string>): SortedPaths {
  const distinct = new Set(paths);
  return { paths: distinct, sorted: [...distinct].sort() };
}

export function dependsOn({ paths }: Pick<Closure, 'paths'>, among: SortedPaths): boolean {
  return paths.some((path) => {
    if (path === './' || path === '') return among.sorted.length > 0;
    if (!path.endsWith('/')) return among.paths.has(path);
    return among.sorted[firstFrom(path, among.sorted)]?.startsWith(path) ?? false;
  });
}

/** Those that the closure holds. */
export function heldBy({ paths }: Pick<Closure, 'paths'>, among: SortedPaths): ReadonlySet<string> {
  const held = new Set<string>();
  for (const path of paths) {
    if (path === './' || path === '') return among.paths;
    if (!path.endsWith('/')) {
      if (among.paths.has(path)) held.add(path);
      continue;
    }
    for (let index = firstFrom(path, among.sorted); index < among.sorted.length; index += 1) {
      const found = among.sorted[index] ?? '';
      if (!found.startsWith(path)) break;
      held.add(found);
    }
  }
  return held;
}

/** Binary search: a pull request may change thousands of paths, a repository hold hundreds of units. */
function firstFrom(path: string, sorted: readonly string[]): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((sorted[middle] ?? '') < path) low = middle + 1;
    else high = middle;
  }
  return low;
}
