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
    return path.endsWith('/') ? anyBelow(path, among.sorted) : among.paths.has(path);
  });
}

/** Binary search: a pull request may change thousands of paths, a repository hold hundreds of units. */
function anyBelow(directory: string, sorted: readonly string[]): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((sorted[middle] ?? '') < directory) low = middle + 1;
    else high = middle;
  }
  return sorted[low]?.startsWith(directory) ?? false;
}
