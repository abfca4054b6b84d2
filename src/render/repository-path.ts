/** Paths inside a repository: `.` is its root, separators are slashes. */
import { posix } from 'node:path';

export function inDirectory(directory: string, name: string): string {
  return posix.join(directory, name);
}

/** With a closing slash; empty for the root, which is a prefix of everything. */
export function prefixOf(directory: string): string {
  const normal = posix.normalize(directory).replace(/\/+$/u, '');
  return normal === '.' || normal === '' ? '' : `${normal}/`;
}

/** Whether a path is one of a closure's, which names directories with a closing slash. */
export function isWithin(paths: readonly string[], path: string): boolean {
  return paths.some((candidate) => {
    if (candidate === './') return true;
    return candidate.endsWith('/') ? path.startsWith(candidate) : candidate === path;
  });
}
