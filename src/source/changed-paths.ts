/** Two trees -> the paths that differ between them, from Git itself and therefore without any limit. */
import { words } from '../object/masked.ts';
import { type Bench, ask } from './ask.ts';
import { shownPath } from './path-name.ts';
import type { Repository } from './repository.ts';
import { records } from './tree-entries.ts';

export interface ChangedPath {
  /** As in Tree.entries; a name that is not UTF-8 as in Tree.refused. */
  readonly path: string;
  /** A rename is one path removed and one added. A new mode or type is a change. */
  readonly change: 'added' | 'removed' | 'changed';
}

export async function changedPaths(
  bench: Bench,
  repository: Repository,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly ChangedPath[]> {
  const output = await ask(bench, {
    doing: words`compare the trees ${bench.mask.text(from)} and ${bench.mask.text(to)}`,
    repository: repository.directory,
    args: ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--ignore-submodules=none', from, to],
  });
  const changed: ChangedPath[] = [];
  let status: string | undefined;
  for (const record of records(output)) {
    if (status === undefined) {
      status = record.subarray(record.lastIndexOf(0x20) + 1).toString('latin1');
    } else {
      changed.push({ path: shownPath(record), change: changeOf(status) });
      status = undefined;
    }
  }
  return changed;
}

function changeOf(status: string): ChangedPath['change'] {
  if (status === 'A') return 'added';
  return status === 'D' ? 'removed' : 'changed';
}
