/** A packaged chart (`.tgz`) -> a Tree of its directory, in memory; nothing of it may lead outside. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import { type Mask, type Masked, words } from '../../object/masked.ts';
import { pathName, shownPath } from '../path-name.ts';
import { resolvePath } from '../symlink.ts';
import type { Tree } from '../tree.ts';
import { unreachable } from './ask-server.ts';
import type { RemoteLimits } from './limits.ts';
import { type MemoryFile, memoryTree } from './memory-tree.ts';
import { type TarMember, tarMembers } from './tar.ts';

const unzip = promisify(gunzip);

export interface Unpacking {
  readonly limits: RemoteLimits;
  readonly mask: Mask;
  /** Names the tree. */
  readonly oid: string;
}

/** Without its uppermost directory, as Helm takes it. Throws RemoteError. */
export async function unpackChart(archive: Buffer, unpacking: Unpacking): Promise<Tree> {
  const files = filesIn(await unzipped(archive, unpacking), unpacking);
  const tree = memoryTree(files, unpacking.oid);
  const targetOf = (path: string): string | undefined => files.get(path)?.content.toString('utf8');
  for (const { path, kind } of tree.entries.values()) {
    if (kind !== 'symlink') continue;
    const { kind: leads } = resolvePath({ entries: tree.entries, targetOf }, path);
    if (leads !== 'inside') {
      throw unreachable(words`its archive has a link that leads out of it: ${unpacking.mask.text(path)}`);
    }
  }
  if (!tree.entries.has('Chart.yaml')) throw unreachable(words`its archive holds no chart`);
  return tree;
}

async function unzipped(archive: Buffer, { limits }: Unpacking): Promise<Buffer> {
  try {
    // With room for headers and padding.
    return await unzip(archive, { maxOutputLength: limits.total + limits.count * 1536 });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(limits);
    throw unreachable(words`its archive is no gzip`);
  }
}

function filesIn(tar: Buffer, unpacking: Unpacking): ReadonlyMap<string, MemoryFile> {
  const files = new Map<string, MemoryFile>();
  const { limits, mask } = unpacking;
  let total = 0;
  try {
    for (const member of tarMembers(tar)) {
      const path = pathOf(member, mask);
      if (path === undefined) continue;
      if (files.has(path)) throw refused(mask, member, words`is there twice`);
      const file = fileOf(member, files, mask);
      total += file.content.length;
      files.set(path, file);
      if (file.content.length > limits.largest || total > limits.total || files.size > limits.count) {
        throw tooLarge(limits);
      }
    }
  } catch (error) {
    if (error instanceof RangeError) {
      throw unreachable(words`its archive is broken: ${mask.text(error.message)}`);
    }
    throw error;
  }
  return files;
}

/** Undefined for what is no file. */
function pathOf(member: TarMember, mask: Mask): string | undefined {
  if (member.type === 'directory') return undefined;
  if (member.type === 'other') throw refused(mask, member, words`is no file`);
  // Archives made on Windows have backslashes; Helm takes them for slashes.
  const text = member.path.toString('latin1');
  const parts = (text.includes('\\') ? text.replaceAll('\\', '/') : text).split('/');
  const clean = parts.filter((part, index) => part !== '.' && (part !== '' || index === 0));
  const [top = '', ...below] = clean;
  const name = pathName(Buffer.from(below.join('/'), 'latin1'));
  if (top === '' || top === '..' || /^[a-z]:$/iu.test(top) || name.kind === 'refused') {
    throw refused(mask, member, words`leads out of it, or has a name that cannot be used`);
  }
  return name.path;
}

function fileOf(member: TarMember, files: ReadonlyMap<string, MemoryFile>, mask: Mask): MemoryFile {
  if (member.type === 'symlink') return { kind: 'symlink', content: member.target };
  if (member.type !== 'link') {
    return { kind: member.executable ? 'executable' : 'file', content: member.content };
  }
  const target = pathOf({ ...member, path: member.target, type: 'file' }, mask);
  const file = target === undefined ? undefined : files.get(target);
  if (file === undefined || file.kind === 'symlink') throw refused(mask, member, words`is a link to nothing`);
  return file;
}

function refused(mask: Mask, { path }: TarMember, why: Masked): Error {
  return unreachable(words`its archive is refused: ${mask.text(shownPath(path))} ${why}`);
}

function tooLarge({ total, largest, count }: RemoteLimits): Error {
  return unreachable(
    words`its archive is too large: more than ${total} bytes, ${largest} in one file, or ${count} files`,
  );
}
