/** Files written into a checkout -> a commit. */
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { git } from '../github/git.ts';

/** Undefined removes the file. */
export type Content = string | Buffer | { readonly link: string } | { readonly program: string } | undefined;

export async function write(directory: string, files: Readonly<Record<string, Content>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const at = join(directory, path);
    await rm(at, { recursive: true, force: true });
    if (content === undefined) continue;
    await mkdir(dirname(at), { recursive: true });
    if (typeof content === 'string' || Buffer.isBuffer(content)) {
      await writeFile(at, content);
    } else if ('link' in content) {
      await symlink(content.link, at);
    } else {
      await writeFile(at, content.program);
      await chmod(at, 0o755);
    }
  }
}

/** The new commit's id. */
export async function commit(directory: string, files: Readonly<Record<string, Content>>): Promise<string> {
  await write(directory, files);
  await git(directory, ['add', '--all', '--force', '--', '.']);
  await git(directory, ['commit', '--quiet', '--allow-empty', '--message', 'A change']);
  return git(directory, ['rev-parse', 'HEAD']);
}
