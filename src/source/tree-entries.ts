/** A tree's object id -> its entries, from `git ls-tree`. */
import { type Masked, words } from '../object/masked.ts';
import { type Bench, ask } from './ask.ts';
import { pathName } from './path-name.ts';
import type { Repository } from './repository.ts';
import { SourceError } from './source-error.ts';
import type { EntryKind, RefusedEntry, TreeEntry } from './tree.ts';

export interface TreeListing {
  readonly entries: ReadonlyMap<string, TreeEntry>;
  readonly refused: readonly RefusedEntry[];
}

const tab = 0x09;

export async function listTree(bench: Bench, repository: Repository, oid: string): Promise<TreeListing> {
  const doing: Masked = words`list the tree ${bench.mask.text(oid)}`;
  const output = await ask(bench, {
    doing,
    repository: repository.directory,
    args: ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', oid],
  });
  const entries = new Map<string, TreeEntry>();
  const refused: RefusedEntry[] = [];
  for (const record of records(output)) {
    const split = record.indexOf(tab);
    const [mode = '', , blob = ''] = record.subarray(0, split).toString('latin1').split(' ');
    const name = pathName(record.subarray(split + 1));
    if (name.kind === 'refused') refused.push({ shown: name.shown, why: name.why });
    else if (entries.has(name.path)) refused.push({ shown: name.path, why: 'name is there twice' });
    else entries.set(name.path, { path: name.path, kind: kindOf(mode, doing), oid: blob });
  }
  return { entries, refused };
}

/** The parts of output that ends each with a NUL. */
export function* records(output: Buffer): Generator<Buffer> {
  for (let start = 0; start < output.length;) {
    const end = output.indexOf(0, start);
    if (end < 0) return;
    yield output.subarray(start, end);
    start = end + 1;
  }
}

function kindOf(mode: string, doing: Masked): EntryKind {
  if (mode === '120000') return 'symlink';
  if (mode === '160000') return 'submodule';
  if (mode === '100755') return 'executable';
  // Old repositories hold files of mode 100664 too.
  if (mode.startsWith('100')) return 'file';
  throw new SourceError(words`Could not ${doing}: it has an entry that is no file, link or submodule.`);
}
