import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { SourceError } from '../../src/source/source-error.ts';
import { git } from '../github/git.ts';
import { commit } from './commit.ts';
import { branched, hub, merged } from './hub.ts';

test('The base is the tip of the base branch, however old the base commit of the pull request is', async (context) => {
  const { repository, review } = await hub(context);
  const { base, head } = await branched(repository);
  const tip = await commit(repository, { 'b.yaml': 'b: 2\n' });
  assert.notEqual(tip, base);

  const revisions = merged(await review(head));
  assert.deepEqual(revisions.base, { ref: 'main', commit: tip });
  assert.deepEqual(revisions.head, { ref: 'topic', commit: head });
  assert.deepEqual(revisions.changed, [{ path: 'a.yaml', change: 'changed' }]);
  const contents = await revisions.headTree.read(['a.yaml', 'b.yaml']);
  assert.equal(String(contents.get('a.yaml')), 'a: 2\n');
  assert.equal(String(contents.get('b.yaml')), 'b: 2\n');
  assert.equal(revisions.headTree.commit, undefined);
  assert.equal(revisions.baseTree.commit, tip);
});

test('The merge is the one that git itself makes in a checkout', async (context) => {
  const { repository, review } = await hub(context);
  const lines = Array.from({ length: 30 }, (_, index) => `line ${String(index)}\n`);
  await commit(repository, { 'old/app.yaml': lines.join(''), 'keep.yaml': 'x\n' });
  await git(repository, ['switch', '--quiet', '--create', 'topic']);
  const head = await commit(repository, {
    'old/app.yaml': lines.join('').replace('line 3\n', 'line three\n'),
  });
  await git(repository, ['switch', '--quiet', 'main']);
  const moved = lines.join('').replace('line 25\n', 'line twenty-five\n');
  await commit(repository, { 'old/app.yaml': undefined, 'new/app.yaml': moved });

  const revisions = merged(await review(head));
  await git(repository, ['merge', '--quiet', '--no-edit', 'topic']);
  assert.equal(revisions.headTree.oid, await git(repository, ['rev-parse', 'HEAD^{tree}']));
  assert.deepEqual(revisions.changed, [{ path: 'new/app.yaml', change: 'changed' }]);
});

test('A head that contains the base is its own merge', async (context) => {
  const { repository, review } = await hub(context);
  const { base, head } = await branched(repository);
  const revisions = merged(await review(head));
  assert.equal(revisions.base.commit, base);
  assert.equal(revisions.headTree.commit, head);
  assert.equal(revisions.headTree.oid, await git(repository, ['rev-parse', `${head}^{tree}`]));
});

test('A conflict names its paths', async (context) => {
  const { repository, review } = await hub(context);
  const { head } = await branched(repository);
  await commit(repository, { 'a.yaml': 'a: 3\n' });
  const revisions = await review(head);
  assert.equal(revisions.kind, 'conflict');
  assert.deepEqual(revisions.kind === 'conflict' && revisions.conflicts, ['a.yaml']);
});

test('A merge driver that an attributes file names is not run and does not decide', async (context) => {
  const { repository, review } = await hub(context);
  await commit(repository, {
    '.gitattributes': '*.yaml merge=evil\n*.yml merge=union\n',
    'a.yml': 'x\n',
    'a.yaml': 'x\n',
  });
  await git(repository, ['config', 'merge.evil.driver', `touch ${join(repository, 'ran')}`]);
  await git(repository, ['switch', '--quiet', '--create', 'topic']);
  const head = await commit(repository, { 'a.yml': 'topic\n', 'a.yaml': 'topic\n' });
  await git(repository, ['switch', '--quiet', 'main']);
  await commit(repository, { 'a.yml': 'main\n', 'a.yaml': 'main\n' });
  const revisions = await review(head);
  assert.deepEqual(revisions.kind === 'conflict' && revisions.conflicts, ['a.yaml', 'a.yml']);
  assert.ok(!(await readdir(repository)).includes('ran'));
});

test('A head that was pushed over during the review is still the head that was asked for', async (context) => {
  const { repository, review } = await hub(context);
  const { head } = await branched(repository);
  await git(repository, ['switch', '--quiet', 'topic']);
  await git(repository, ['reset', '--quiet', '--hard', 'main']);
  const pushed = await commit(repository, { 'a.yaml': 'a: 9\n' });
  await git(repository, ['switch', '--quiet', 'main']);
  assert.equal(String((await merged(await review(head)).headTree.read(['a.yaml'])).get('a.yaml')), 'a: 2\n');
  assert.equal(
    String((await merged(await review(pushed)).headTree.read(['a.yaml'])).get('a.yaml')),
    'a: 9\n',
  );
});

test('A head that is gone from the server is said, and costs no mirror', async (context) => {
  const { repository, review, cache } = await hub(context);
  const { head } = await branched(repository);
  await review(head);
  const before = await readdir(cache);
  assert.equal(before.length, 1);
  await assert.rejects(review('1'.repeat(40)), (error: unknown) => {
    assert.ok(error instanceof SourceError);
    assert.match(error.message, /^The head commit 1{40} is no longer on the server/u);
    return true;
  });
  assert.deepEqual(await readdir(cache), before);
});

test('An empty repository, a missing base branch and a deleted head repository each have their sentence', async (context) => {
  const { repository, review, server } = await hub(context);
  const sha = '2'.repeat(40);
  const url = `${server.url}/shop/.git`;
  await assert.rejects(review(sha), {
    name: 'SourceError',
    message: `The repository ${url} is empty.`,
  });
  const { head } = await branched(repository);
  await assert.rejects(review(head, { baseRef: 'release' }), {
    name: 'SourceError',
    message: `The base branch release does not exist in ${url}.`,
  });
  await assert.rejects(review(head, { headRepository: 'deleted' }), {
    name: 'SourceError',
    message:
      'The repository that pull request 7 comes from was deleted. Push its commits to a branch here, and open it again.',
  });
  await assert.rejects(review('--upload-pack=x'), {
    name: 'SourceError',
    message: /not the full id of a commit/u,
  });
  await assert.rejects(review(head, { cloneUrl: `${server.url}/none.git` }), {
    name: 'SourceError',
    message: /^Could not ask .*none\.git for its branches: fatal: repository .* not found/u,
  });
});

test('The token goes to the server and nowhere else', async (context) => {
  const token = 'ghs_Canary.0123456789-abcdefghijklmnopqrstuvwxyz';
  const { repository, review, server, commands, cache, bench } = await hub(context, token);
  const { head } = await branched(repository);
  server.require(token);
  await merged(await review(head)).headTree.read(['a.yaml']);
  const encoded = btoa(`x-access-token:${token}`);
  assert.ok(server.requests.length > 3);
  assert.ok(
    server.requests.every(
      ({ authorization }) => authorization === undefined || authorization === `Basic ${encoded}`,
    ),
  );

  server.require('another');
  const error: unknown = await review(head).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof SourceError && error.cause instanceof Error);
  const told = [
    error.message,
    error.stack,
    error.cause.message,
    bench.mask.text(`x ${token} ${encoded} y`),
  ].join('\n');
  const files = await readdir(cache, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile())
    .map((file) => readFile(join(file.parentPath, file.name), 'latin1'));
  const written = (await Promise.all(texts)).join('\n');
  assert.ok(commands.length > 5 && written.length > 100);
  for (const text of [
    told,
    written,
    JSON.stringify(commands.map(({ args, input }) => [args, String(input)])),
  ]) {
    assert.ok(!text.includes('Canary') && !text.includes(encoded));
  }
});
