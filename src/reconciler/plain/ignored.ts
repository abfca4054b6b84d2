/** The `ignore` patterns of a repository's file -> whether a path, or a directory above it, matches one. */
import { matchesPath } from '../../config/pattern.ts';
import { fromAbove } from '../from-above.ts';

export function ignoredBy(patterns: readonly string[]): (path: string) => boolean {
  const matches = (path: string): boolean =>
    patterns.some((pattern) => matchesPath(pattern.replace(/\/+$/, ''), path));
  const isIgnored = fromAbove(false, (path, above) => above || matches(path));
  return (path) => (path === '.' ? matches(path) : isIgnored(path));
}
