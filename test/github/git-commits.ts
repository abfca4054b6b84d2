/** Files as values -> a bare repository and commits in it, the same object ids every time. */
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { commitOf, git } from './git.ts';

/** A file's content; a link's target; a submodule's commit; or null, which deletes the path. */
export type Content =
  | string
  | Uint8Array
  | { readonly link: string }
  | { readonly submodule: string }
  | { readonly executable: string | Uint8Array }
  | null;

export interface NewCommit {
  readonly branch: string;
  readonly files: Readonly<Record<string, Content>>;
  readonly message?: string;
  /** The author's name. */
  readonly author?: string;
  /** Any revision; without it the branch's own tip, or the default branch's for a new branch. Another one than the tip makes it a forced push. */
  readonly from?: string;
  /** The files are the whole tree, not changes on top of `from`. */
  readonly snapshot?: boolean;
}

/** Commits are a minute apart from this moment on, so that ids never depend on the clock. */
const EPOCH = 1_767_225_600;
const SERVED = `[uploadpack]
  allowFilter = true
  allowAnySHA1InWant = true
[http]
  receivepack = false
[gc]
  auto = 0
`;

/** As `git config` would write it, without a process for each line. */
async function configure(directory: string): Promise<void> {
  await appendFile(join(directory, 'config'), SERVED);
}

export async function createBare(directory: string, defaultBranch: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  await git(directory, ['init', '--quiet', '--bare', `--initial-branch=${defaultBranch}`]);
  await configure(directory);
}

export async function copyBare(source: string, directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  await git(directory, ['clone', '--quiet', '--bare', source, '.']);
  await configure(directory);
}

/** Quoted as `git fast-import` wants paths with odd characters. */
function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

function data(content: string | Uint8Array): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : Buffer.from(content);
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')]);
}

function fileCommand([path, content]: [string, Content]): Buffer {
  const at = quoted(path);
  if (content === null) return Buffer.from(`D ${at}\n`);
  const inline = (mode: string, bytes: string | Uint8Array): Buffer =>
    Buffer.concat([Buffer.from(`M ${mode} inline ${at}\n`), data(bytes)]);
  if (typeof content === 'string' || content instanceof Uint8Array) return inline('100644', content);
  if ('link' in content) return inline('120000', content.link);
  if ('executable' in content) return inline('100755', content.executable);
  return Buffer.from(`M 160000 ${content.submodule} ${at}\n`);
}

/** Makes one commit, moves the branch to it and gives its id. */
export async function commit(directory: string, change: NewCommit): Promise<string> {
  const tip = await commitOf(directory, change.from ?? `refs/heads/${change.branch}`);
  const parent = tip ?? (await commitOf(directory, 'HEAD'));
  if (change.from && !tip) throw new Error(`${change.from} is no commit in ${directory}`);
  const depth = parent ? Number(await git(directory, ['rev-list', '--count', parent])) : 0;
  const name = change.author ?? 'GitHub';
  const person = `${name} <${name.toLowerCase().replaceAll(/\W+/g, '-')}@users.noreply.github.com> ${EPOCH + depth * 60} +0000`;
  const head = [`commit refs/heads/${change.branch}`, `author ${person}`, `committer ${person}`].join('\n');
  const stream = Buffer.concat([
    Buffer.from(`${head}\n`),
    data(change.message ?? 'Change files'),
    Buffer.from(parent ? `from ${parent}\n` : ''),
    Buffer.from(change.snapshot ? 'deleteall\n' : ''),
    ...Object.entries(change.files).map(fileCommand),
    Buffer.from('\ndone\n'),
  ]);
  await git(directory, ['fast-import', '--quiet', '--force', '--done'], stream);
  return git(directory, ['rev-parse', `refs/heads/${change.branch}`]);
}
