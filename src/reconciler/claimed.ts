/** Closures -> whether one of them claims a path. */
import { posix } from 'node:path';
import { fromAbove } from './from-above.ts';
import type { Closure } from './unit.ts';

export function claimedBy(closures: readonly Closure[]): (path: string) => boolean {
  const paths = new Set(closures.flatMap((closure) => closure.paths));
  if (paths.has('./')) return () => true;
  const isBelow = fromAbove(false, (directory, above) => above || paths.has(`${directory}/`));
  return (path) => paths.has(path) || isBelow(posix.dirname(path));
}
