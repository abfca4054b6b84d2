import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { filesIn } from './files-in.ts';
import { git } from './git.ts';
import type { GitHub } from './github.ts';
import { startGitHub } from './start-github.ts';

let github: GitHub;
let folder: string;

before(async () => {
  github = await startGitHub();
  folder = await mkdtemp(join(tmpdir(), 'github-files-'));
});

after(async () => {
  await github.stop();
  await rm(folder, { recursive: true, force: true });
});

void test('a folder becomes a commit with its links and executables', async () => {
  await mkdir(join(folder, 'sub'));
  await writeFile(join(folder, 'sub/a.yaml'), 'a: 1\n');
  await writeFile(join(folder, 'run.sh'), '#!/bin/sh\n');
  await chmod(join(folder, 'run.sh'), 0o755);
  await symlink('sub/a.yaml', join(folder, 'link.yaml'));
  const { repository } = await github.createRepository({ name: 'copied', files: await filesIn(folder) });
  const rows = (await git(repository.directory, ['ls-tree', '-r', 'main'])).split('\n');
  const modes = rows.map((row) => [row.slice(0, 6), row.split('\t')[1]]);
  assert.deepEqual(modes, [
    ['120000', 'link.yaml'],
    ['100755', 'run.sh'],
    ['100644', 'sub/a.yaml'],
  ]);
});

void test('a commit adds, deletes and replaces; a snapshot leaves nothing else', async () => {
  const hosted = await github.createRepository({
    name: 'changes',
    files: { a: '1', 'b "odd" name': '2', '-rf': '3' },
  });
  const { directory } = hosted.repository;
  const names = async (revision: string): Promise<string[]> =>
    (await git(directory, ['ls-tree', '-r', '-z', '--name-only', revision]))
      .split('\0')
      .filter((name) => name !== '');
  const changed = await hosted.commit({
    branch: 'change',
    files: { a: null, c: { submodule: 'a'.repeat(40) } },
  });
  assert.deepEqual(await names(changed), ['-rf', 'b "odd" name', 'c']);
  const whole = await hosted.commit({
    branch: 'change',
    files: { only: new Uint8Array([0xff, 0x00]) },
    snapshot: true,
  });
  assert.deepEqual(await names(whole), ['only']);
  assert.equal(await git(directory, ['rev-parse', `${whole}~2`]), await hosted.tip('main'));
});

void test('the same commits have the same ids every time', async () => {
  const files = { a: '1' };
  const one = await github.createRepository({ name: 'one', files });
  const two = await github.createRepository({ name: 'two', files });
  assert.equal(await one.tip(), await two.tip());
  const change = { branch: 'change', files: { a: '2' }, message: 'Change', author: 'maria' };
  assert.equal(await one.commit(change), await two.commit(change));
});

void test('a repository on disk can be hosted, with its own default branch', async () => {
  const source = await github.createRepository({ name: 'source', defaultBranch: 'trunk', files: { a: '1' } });
  const hosted = await github.createRepository({ name: 'hosted', from: source.repository.directory });
  assert.equal(hosted.repository.defaultBranch, 'trunk');
  assert.equal(await hosted.tip(), await source.tip());
});
