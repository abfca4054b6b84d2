/** Closures -> whether one of them claims a path. */
import type { Closure } from './contract.ts';

export function claimedBy(closures: readonly Closure[]): (path: string) => boolean {
  const paths = new Set(closures.flatMap((closure) => closure.paths));
  if (paths.has('./')) return () => true;
  return (path) => paths.has(path) || directoriesOf(path).some((directory) => paths.has(directory));
}

/** `a/b/c` -> `a/`, `a/b/`. */
function directoriesOf(path: string): readonly string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
}
