import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { tokenOf } from './client.ts';
import { GIT_ENVIRONMENT } from './git.ts';
import type { GitHub } from './github.ts';
import type { HostedRepository } from './hosted-repository.ts';
import { startGitHub } from './start-github.ts';

const run = promisify(execFile);
let github: GitHub;
let repository: HostedRepository;
let folder: string;

before(async () => {
  github = await startGitHub();
  const files = { 'app.yaml': 'a: 1\n', 'big.txt': 'x'.repeat(10_000), '-rf': 'odd name\n' };
  repository = await github.createRepository({ name: 'platform', files });
  folder = await mkdtemp(join(tmpdir(), 'github-clone-'));
});

after(async () => {
  await github.stop();
  await rm(folder, { recursive: true, force: true });
});

async function git(token: string, ...args: readonly string[]): Promise<string> {
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  const env = {
    ...GIT_ENVIRONMENT,
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${github.url}.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${basic}`,
  };
  return (await run('git', args, { cwd: folder, env, timeout: 20_000 })).stdout.trim();
}

void test('a clone works with a token and is refused without a good one', async () => {
  const token = await tokenOf(github);
  await git(token, 'clone', '--quiet', repository.cloneUrl, 'whole');
  assert.equal(await readFile(join(folder, 'whole/app.yaml'), 'utf8'), 'a: 1\n');
  await assert.rejects(
    git('ghs_wrong', 'clone', '--quiet', repository.cloneUrl, 'refused'),
    /Authentication failed|could not read/,
  );
  await assert.rejects(
    git(token, 'clone', '--quiet', `${github.url}/octo-org/absent.git`, 'absent'),
    /not found/,
  );
});

void test('a token without contents permission reads no Git', async () => {
  const token = await tokenOf(github, { permissions: { checks: 'write' } });
  await assert.rejects(git(token, 'clone', '--quiet', repository.cloneUrl, 'forbidden'), /403/);
});

void test('a blob-less clone leaves the blobs out, and they can be fetched', async () => {
  const token = await tokenOf(github);
  await git(token, 'clone', '--quiet', '--bare', '--filter=blob:none', repository.cloneUrl, 'partial');
  const objects = await git(token, '-C', 'partial', 'rev-list', '--objects', '--missing=print', 'HEAD');
  assert.equal(objects.split('\n').filter((line) => line.startsWith('?')).length, 3);
  assert.equal(await git(token, '-C', 'partial', 'show', 'HEAD:app.yaml'), 'a: 1');
});

void test('a pull request of a fork is fetched from the base repository, by its ref and by its SHA', async () => {
  const token = await tokenOf(github);
  const fork = await github.fork(repository, 'stranger');
  await fork.commit({ branch: 'patch-1', files: { 'app.yaml': 'a: 3\n' } });
  const pull = await repository.openPullRequest({
    title: 'Patch',
    head: 'patch-1',
    fork,
    author: 'stranger',
  });
  await git(token, 'init', '--quiet', '--bare', 'fetched');
  await git(
    token,
    '-C',
    'fetched',
    'fetch',
    '--quiet',
    repository.cloneUrl,
    `refs/pull/${pull.number}/head:refs/heads/by-ref`,
  );
  assert.equal(await git(token, '-C', 'fetched', 'rev-parse', 'by-ref'), pull.headSha);
  await git(token, 'init', '--quiet', '--bare', 'by-sha');
  await git(token, '-C', 'by-sha', 'fetch', '--quiet', '--depth=1', repository.cloneUrl, pull.headSha);
  assert.equal(await git(token, '-C', 'by-sha', 'show', `${pull.headSha}:app.yaml`), 'a: 3');
});

void test('nothing can be pushed', async () => {
  const token = await tokenOf(github, {});
  await git(token, 'clone', '--quiet', repository.cloneUrl, 'pushing');
  await assert.rejects(
    git(token, '-C', 'pushing', 'push', '--quiet', 'origin', 'HEAD:refs/heads/other'),
    /403/,
  );
});

void test('the journal tells of every Git request', () => {
  const lines = github.log().filter((line) => line.startsWith('GIT '));
  assert.ok(lines.includes('GIT octo-org/platform fetch 200'), lines.join('\n'));
  github.assertClean();
});
