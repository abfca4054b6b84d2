/**
 * A checkout as it is now, with untracked files and without ignored ones -> a commit on top of its HEAD, in another
 * repository. Bytes are taken as they are: no filter, no LFS, no line-ending conversion, no fsmonitor.
 */
import { copyFile, mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { words } from '../object/masked.ts';
import { type Bench, ask, askLine } from './ask.ts';
import { isMissing } from './is-missing.ts';
import type { LocalRepository } from './local-repository.ts';
import type { Repository } from './repository.ts';
import { SourceError } from './source-error.ts';
import { records } from './tree-entries.ts';

/** How the checkout's file system works, and what it ignores; nothing that runs or converts. */
const taken = /^core\.(?:filemode|symlinks|ignorecase|precomposeunicode|trustctime|checkstat|excludesfile)$/u;

/**
 * Where the objects of the working tree are written. Apart, because git renews the time of an object that is already in
 * a directory that it borrows from, which here is the user's.
 */
export function newObjects(directory: string): string {
  return join(directory, 'new-objects');
}

const doing = words`read the working tree`;

export async function workingTreeCommit(
  bench: Bench,
  found: LocalRepository,
  { repository, parent }: { readonly repository: Repository; readonly parent: string },
): Promise<string> {
  if (found.workTree === undefined) {
    throw new SourceError(words`A bare repository has no working tree: name a head revision.`);
  }
  await prepare(bench, found, repository);
  const here = {
    doing,
    repository: repository.directory,
    workTree: found.workTree,
    directory: found.workTree,
    index: join(repository.directory, 'index'),
  };
  // A sparse index is made whole while the trees that it leaves out can be read.
  await ask(bench, { ...here, args: ['-c', 'index.sparse=false', 'update-index', '--force-write-index'] });
  const writing = { ...here, objects: newObjects(repository.directory) };
  // Not `git add`: it runs git inside of submodules, with the submodules' configuration.
  const tracked = await ask(bench, {
    ...here,
    args: ['diff-files', '-z', '--raw', '--no-renames', '--ignore-submodules=dirty'],
  });
  const others = await ask(bench, { ...here, args: ['ls-files', '-z', '--others', '--exclude-standard'] });
  const { removed, written } = sortOut(tracked);
  const none = '0'.repeat(found.objectFormat === 'sha256' ? 64 : 40);
  const removals = removed.map((path) => Buffer.concat([Buffer.from(`0 ${none}\t`), path, nul]));
  await ask(bench, {
    ...writing,
    args: ['update-index', '-z', '--index-info'],
    input: Buffer.concat(removals),
  });
  // A repository in the checkout is listed with a slash; without it, it is taken as a submodule.
  const additions = [...written, ...[...records(others)].map(withoutSlash)].flatMap((path) => [path, nul]);
  await ask(bench, {
    ...writing,
    args: ['update-index', '-z', '--add', '--remove', '--replace', '--stdin'],
    input: Buffer.concat(additions),
  });
  const tree = await askLine(bench, { ...writing, args: ['write-tree', '--missing-ok'] });
  return askLine(bench, { ...here, args: ['commit-tree', '-p', parent, '-m', 'Working tree', tree] });
}

const nul = Buffer.of(0);
const slash = 0x2f;

function withoutSlash(path: Buffer): Buffer {
  return path.at(-1) === slash ? path.subarray(0, -1) : path;
}

/** Of `git diff-files --raw -z`: a record of status, then one of a path. */
function sortOut(raw: Buffer): { readonly removed: readonly Buffer[]; readonly written: readonly Buffer[] } {
  const removed: Buffer[] = [];
  const written: Buffer[] = [];
  let status: string | undefined;
  for (const record of records(raw)) {
    if (status === undefined) {
      status = record.toString('latin1');
    } else {
      (status.endsWith(' D') ? removed : written).push(record);
      status = undefined;
    }
  }
  return { removed, written };
}

async function prepare(bench: Bench, found: LocalRepository, { directory }: Repository): Promise<void> {
  await copyIndex(found.directory, directory);
  await mkdir(join(directory, 'info'), { recursive: true });
  await mkdir(newObjects(directory));
  await copyFile(join(found.commonDirectory, 'info', 'exclude'), join(directory, 'info', 'exclude')).catch(
    isMissing,
  );
  // Stronger than any .gitattributes of the checkout.
  await writeFile(join(directory, 'info', 'attributes'), '* -text -ident -filter -working-tree-encoding\n');
  const configured = await ask(bench, {
    doing,
    repository: undefined,
    directory: found.workTree ?? found.directory,
    args: ['config', '--null', '--list', '--local'],
  });
  for (const record of records(configured)) {
    const [key = '', ...value] = record.toString('utf8').split('\n');
    if (!taken.test(key)) continue;
    await ask(bench, { doing, repository: directory, args: ['config', key, value.join('\n')] });
  }
}

/** With its time, for git compares files that were written in the same moment; whole seconds err on the careful side. */
async function copyIndex(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) {
    if (name !== 'index' && !name.startsWith('sharedindex.')) continue;
    const { mtimeMs } = await stat(join(from, name));
    await copyFile(join(from, name), join(to, name));
    const seconds = Math.floor(mtimeMs / 1000);
    await utimes(join(to, name), seconds, seconds);
  }
}
