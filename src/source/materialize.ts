/** A tree and the paths that a render needs -> read-only files in an empty directory, and a gap for each that is not. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import type { Gap } from '../object/gap.ts';
import { type Mask, type Masked, words } from '../object/masked.ts';
import { type Needs, needsOf } from './closure-paths.ts';
import { isLfsPointer } from './lfs-pointer.ts';
import { linkedTree } from './read-links.ts';
import type { ReadLimits, Tree, TreeEntry } from './tree.ts';

export interface Materials {
  /** As in a closure: files, and directories with a closing slash; `./` is the whole tree. */
  readonly paths: readonly string[];
  /** An empty directory. */
  readonly into: string;
  readonly unit: string | undefined;
  readonly mask: Mask;
  readonly limits?: ReadLimits;
}

const usual: ReadLimits = { largest: 16 * 1024 * 1024, total: 256 * 1024 * 1024 };

/** A small file is written in less time than it takes to have it written: about a millisecond for so many. */
const atOnce = 32;

/** Throws SourceError when the tree itself cannot be read. */
export async function materialize(tree: Tree, materials: Materials): Promise<readonly Gap[]> {
  const { into, limits = usual } = materials;
  const linked = await linkedTree(tree);
  const needs = needsOf(linked, materials.paths);
  const entries = [...needs.entries]
    .map((path) => tree.entries.get(path))
    .filter((entry) => entry !== undefined);
  const files = entries.filter(({ kind }) => kind === 'file' || kind === 'executable');
  const contents = await tree.read(
    files.map(({ path }) => path),
    limits,
  );

  const troubles = new Map<string, Masked>();
  for (const [index, file] of files.entries()) {
    if (index % atOnce === atOnce - 1) await setImmediate();
    const content = contents.get(file.path);
    const trouble = content === undefined ? tooLarge(limits) : write(into, file, content);
    if (trouble !== undefined) troubles.set(file.path, trouble);
  }
  for (const { path, kind } of entries) {
    if (kind === 'submodule') troubles.set(path, words`it is a submodule, which is not fetched`);
  }
  // After all files, so that no file is ever written through a link, whatever the file system takes for one name.
  for (const entry of entries.filter(({ kind }) => kind === 'symlink')) {
    const trouble = link(into, entry.path, { needs, target: linked.targetOf(entry.path) });
    if (trouble !== undefined) troubles.set(entry.path, trouble);
  }
  return [...gaps(materials, troubles), ...refusedBelow(tree, materials)];
}

function gaps({ unit, mask }: Materials, troubles: ReadonlyMap<string, Masked>): readonly Gap[] {
  return [...troubles].map(([path, trouble]) => ({
    kind: 'source-unreadable',
    unit,
    object: undefined,
    why: words`${mask.text(path)}: ${trouble}.`,
  }));
}

/** What stood in a needed directory under a name that cannot be used. */
function refusedBelow(tree: Tree, { paths, unit, mask }: Materials): readonly Gap[] {
  const directories = paths.filter((path) => path.endsWith('/')).map((path) => (path === './' ? '' : path));
  return (tree.refused ?? [])
    .filter(({ shown }) => directories.some((directory) => shown.startsWith(directory)))
    .map(({ shown, why }) => ({
      kind: 'source-unreadable',
      unit,
      object: undefined,
      why: words`${mask.text(shown)}: its ${mask.text(why)}.`,
    }));
}

function write(into: string, { path, kind }: TreeEntry, content: Buffer): Masked | undefined {
  const at = join(into, path);
  try {
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, content, { flag: 'wx', mode: kind === 'executable' ? 0o555 : 0o444 });
  } catch (error) {
    return unwritable(error);
  }
  // The renderer gets what Git has; what it stands for was not seen.
  return isLfsPointer(content) ? words`its content is in Git LFS, and only the pointer was read` : undefined;
}

function link(
  into: string,
  path: string,
  { needs, target }: { readonly needs: Needs; readonly target: string | undefined },
): Masked | undefined {
  const refused = needs.refusedLinks.get(path);
  if (refused === 'loop') return words`the link leads to itself`;
  if (refused === 'outside' || target === undefined) return words`the link leads out of the repository`;
  try {
    mkdirSync(dirname(join(into, path)), { recursive: true });
    symlinkSync(target, join(into, path));
  } catch (error) {
    return unwritable(error);
  }
  return undefined;
}

/** A pull request can cause these: names that are one for the file system, too long, or a file where a directory is. */
function unwritable(error: unknown): Masked {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
    case 'EISDIR':
    case 'ELOOP':
      return words`another path of the repository takes its place`;
    case 'ENAMETOOLONG':
      return words`its name is too long for this machine`;
    case 'EINVAL':
    case 'EILSEQ':
      return words`its name is not allowed on this machine`;
    default:
      throw error;
  }
}

function tooLarge({ largest, total }: ReadLimits): Masked {
  return words`it is larger than ${largest} bytes, or the unit's files together than ${total}`;
}
