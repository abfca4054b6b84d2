/** A tree -> its symlinks that lead out of it, by the words of their targets alone, as Argo CD looks for them (util/app/path). */
import { posix } from 'node:path';
import { readLinks } from '../../../source/read-links.ts';
import type { Tree } from '../../../source/tree.ts';

/** One is enough for Argo CD to render nothing of the repository, wherever it stands. Throws SourceError. */
export async function linksOut(tree: Tree): Promise<readonly string[]> {
  const links = await readLinks(tree);
  return [...links].filter(([path, target]) => leaves(path, target)).map(([path]) => path);
}

function leaves(path: string, target: string): boolean {
  if (posix.isAbsolute(target)) return true;
  let here = posix.dirname(path);
  for (const part of target.split('/')) {
    here = posix.join(here, part);
    if (here === '..' || here.startsWith('../')) return true;
  }
  return false;
}
