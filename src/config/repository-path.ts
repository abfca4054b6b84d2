/** Paths as a repository's file writes them -> whether they stay inside, and how the tree writes them. */
import { posix } from 'node:path';

export function isInsidePath(path: string): boolean {
  if (path === '' || path.startsWith('/') || path.includes('\0') || path.includes('\\')) return false;
  const normal = posix.normalize(path);
  return normal !== '..' && !normal.startsWith('../');
}

/** Without `./` and closing slashes; `.` is the root. */
export function normalPath(path: string): string {
  return posix.normalize(path).replace(/\/+$/, '') || '.';
}
