/** What every test of this room works with: a temporary folder, the real git, and a mask. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

import { createMask } from '../../src/object/mask.ts';
import { createGit } from '../../src/process/git.ts';
import type { Bench } from '../../src/source/ask.ts';
import type { Git, GitCommand } from '../../src/source/git.ts';
import { git } from '../github/git.ts';

export interface Workshop {
  readonly folder: string;
  readonly bench: Bench;
  /** Every command that was given to git, in order. */
  readonly commands: readonly GitCommand[];
  /** An empty repository with a working tree, on the branch `main`. */
  readonly checkout: (name: string) => Promise<string>;
}

export async function workshop(test: TestContext): Promise<Workshop> {
  const folder = await mkdtemp(join(tmpdir(), 'proofline-test-source-'));
  test.after(() => rm(folder, { recursive: true, force: true }));
  const home = join(folder, 'home');
  await mkdir(home);
  const real = createGit({
    path: process.env['PATH'] ?? '/usr/bin:/bin',
    home,
    protocols: ['http', 'file'],
  });
  const commands: GitCommand[] = [];
  const recording: Git = {
    run: (command) => {
      commands.push(command);
      return real.run(command);
    },
  };
  return {
    folder,
    bench: { git: recording, mask: createMask() },
    commands,
    async checkout(name) {
      const directory = join(folder, name);
      await git(folder, ['init', '--quiet', '--initial-branch=main', directory]);
      for (const key of ['uploadpack.allowFilter', 'uploadpack.allowAnySHA1InWant']) {
        await git(directory, ['config', key, 'true']);
      }
      return directory;
    },
  };
}
