import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';

import { createGit } from '../../src/process/git.ts';
import type { Git, GitCommand, GitOutcome } from '../../src/source/git.ts';

const path = process.env['PATH'] ?? '/usr/bin:/bin';

async function folder(context: TestContext): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'proofline-test-git-'));
  context.after(() => rm(made, { recursive: true, force: true }));
  return made;
}

/** An alias with `!` is the one way to let git itself run something slow or loud. */
function shell(git: Git, script: string, more: Partial<GitCommand> = {}): Promise<GitOutcome> {
  return git.run({ repository: undefined, args: ['-c', `alias.do=!${script}`, 'do'], ...more });
}

test('Git and all that it started ends at the time-out, at the output cap, and when nobody waits any more', async (context) => {
  const home = await folder(context);
  const git = createGit({ path, home, protocols: ['https'] });
  const late = join(home, 'late');
  const slow = `sh -c "(sleep 4; touch ${late}) & sleep 60"`;
  assert.deepEqual(await shell(git, slow, { limits: { timeoutMs: 200 } }), {
    kind: 'stopped',
    why: 'time-out',
  });
  const aborting = new AbortController();
  setTimeout(() => aborting.abort(), 200);
  const superseded = await shell(git, slow, { signal: aborting.signal });
  assert.deepEqual(superseded, { kind: 'stopped', why: 'superseded' });
  assert.deepEqual(await shell(git, slow, { signal: aborting.signal }), superseded);
  assert.deepEqual(await shell(git, 'yes', { limits: { output: 10_000 } }), {
    kind: 'stopped',
    why: 'too much output',
  });
  await new Promise((resolve) => setTimeout(resolve, 4500));
  await assert.rejects(stat(late), { code: 'ENOENT' });
});

test('Its environment is ours alone, and the token is in it only for the server it is meant for', async (context) => {
  const home = await folder(context);
  const git = createGit({
    path,
    home,
    protocols: ['https', 'file'],
    extra: { HTTPS_PROXY: 'http://proxy:3128' },
  });
  process.env['GIT_DIR'] = '/nowhere';
  process.env['CANARY'] = 'canary';
  const outcome = await shell(git, 'env', {
    access: { url: 'https://github.example/', token: 'ghs_secret' },
  });
  delete process.env['GIT_DIR'];
  delete process.env['CANARY'];
  assert.ok(outcome.kind === 'exited' && outcome.code === 0);
  const seen = new Map(
    outcome.stdout
      .toString('utf8')
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  assert.ok(!seen.has('CANARY') && !seen.has('GIT_DIR'));
  assert.equal(seen.get('HOME'), home);
  assert.equal(seen.get('HTTPS_PROXY'), 'http://proxy:3128');
  assert.equal(seen.get('GIT_ALLOW_PROTOCOL'), 'https:file');
  const last = Number(seen.get('GIT_CONFIG_COUNT')) - 1;
  assert.equal(seen.get(`GIT_CONFIG_KEY_${String(last)}`), 'http.https://github.example/.extraHeader');
  assert.equal(
    seen.get(`GIT_CONFIG_VALUE_${String(last)}`),
    `Authorization: Basic ${btoa('x-access-token:ghs_secret')}`,
  );
});

test('Only the allowed protocols are spoken', async (context) => {
  const home = await folder(context);
  const git = createGit({ path, home, protocols: ['https'] });
  const ran = join(home, 'ran');
  for (const url of [
    `ext::sh -c "touch ${ran}"`,
    `file://${home}`,
    'ssh://localhost/x',
    'git://localhost/x',
  ]) {
    const outcome = await git.run({ repository: undefined, args: ['ls-remote', '--end-of-options', url] });
    assert.ok(outcome.kind === 'exited' && outcome.code === 128);
    assert.match(outcome.stderr, /transport '\w+' not allowed/u);
  }
  await assert.rejects(stat(ran), { code: 'ENOENT' });
});

test('A machine without git is a value', async (context) => {
  const home = await folder(context);
  const git = createGit({ path: home, home, protocols: ['https'] });
  assert.deepEqual(await git.run({ repository: undefined, args: ['version'] }), { kind: 'missing' });
});
