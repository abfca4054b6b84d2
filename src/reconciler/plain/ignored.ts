/** The `ignore` patterns of a repository's file -> whether a path, or a directory above it, matches one. */
import { matchesPath } from '../../config/pattern.ts';
import { ancestors } from './manifest-directories.ts';

export function ignoredBy(patterns: readonly string[]): (path: string) => boolean {
  const known = new Map<string, boolean>();
  const matches = (path: string): boolean => {
    const decided =
      known.get(path) ?? patterns.some((pattern) => matchesPath(pattern.replace(/\/+$/, ''), path));
    known.set(path, decided);
    return decided;
  };
  return (path) => matches(path) || ancestors(path).some((above) => above !== '.' && matches(above));
}
