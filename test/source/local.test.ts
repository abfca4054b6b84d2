import assert from 'node:assert/strict';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { localRevisions } from '../../src/source/local.ts';
import { git } from '../github/git.ts';
import { workshop } from './bench.ts';
import { commit, write } from './commit.ts';
import { reviewed, text } from './local-review.ts';

test('A submodule and a repository inside of the checkout are entries, and nothing runs in them', async (context) => {
  const shop = await workshop(context);
  const inner = await shop.checkout('inner');
  const first = await commit(inner, { 'x.yaml': 'x\n' });
  const path = await shop.checkout('shop');
  await git(path, ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'module']);
  await commit(path, { 'a.yaml': 'a: 1\n' });
  const ran = join(shop.folder, 'ran');
  await git(join(path, 'module'), ['config', 'core.fsmonitor', `touch ${ran}`]);
  await write(path, { 'module/x.yaml': 'dirty\n' });
  await git(shop.folder, ['clone', '--quiet', inner, join(path, 'nested')]);
  const { headTree } = await reviewed(context, shop, { path });
  assert.deepEqual(headTree.entries.get('module'), { path: 'module', kind: 'submodule', oid: first });
  assert.deepEqual(headTree.entries.get('nested'), { path: 'nested', kind: 'submodule', oid: first });
  await assert.rejects(stat(ran), { code: 'ENOENT' });
});

test('A bare repository, a linked worktree and a directory below the top are all understood', async (context) => {
  const shop = await workshop(context);
  const path = await shop.checkout('shop');
  await commit(path, { 'a/b.yaml': 'a: 1\n' });
  await git(path, ['branch', 'topic']);
  const linked = join(shop.folder, 'linked');
  await git(path, ['worktree', 'add', '--quiet', linked, 'topic']);
  await commit(linked, { 'a/b.yaml': 'a: 2\n' });
  await write(linked, { 'a/b.yaml': 'a: 3\n' });
  const bare = join(shop.folder, 'bare.git');
  await git(shop.folder, ['clone', '--quiet', '--bare', path, bare]);

  assert.equal(
    await text(await reviewed(context, shop, { path: bare, head: 'topic' }), 'a/b.yaml'),
    'a: 2\n',
  );
  assert.equal(await text(await reviewed(context, shop, { path: join(linked, 'a') }), 'a/b.yaml'), 'a: 3\n');
  assert.equal(await text(await reviewed(context, shop, { path: join(path, 'a') }), 'a/b.yaml'), 'a: 1\n');
  await assert.rejects(localRevisions(shop.bench, { path: bare, base: 'main', head: undefined }), {
    name: 'SourceError',
    message: /has no working tree/u,
  });
});

test('A shallow clone is reviewed as far as it goes, and says what it lacks', async (context) => {
  const shop = await workshop(context);
  const path = await shop.checkout('shop');
  await commit(path, { 'a.yaml': 'a: 1\n' });
  await commit(path, { 'a.yaml': 'a: 2\n' });
  await git(path, ['branch', 'topic', 'HEAD~1']);
  const shallow = join(shop.folder, 'shallow');
  await git(shop.folder, ['clone', '--quiet', '--depth=1', '--no-single-branch', `file://${path}`, shallow]);
  await write(shallow, { 'a.yaml': 'a: 3\n' });
  assert.equal(await text(await reviewed(context, shop, { path: shallow }), 'a.yaml'), 'a: 3\n');
  await assert.rejects(localRevisions(shop.bench, { path: shallow, base: 'main', head: 'origin/topic' }), {
    name: 'SourceError',
    message: /no common history here; a shallow clone needs `git fetch --unshallow`/u,
  });
});

test('What is not there is said by its name', async (context) => {
  const shop = await workshop(context);
  const path = await shop.checkout('shop');
  const named = (base: string, at = path): Promise<unknown> =>
    localRevisions(shop.bench, { path: at, base, head: undefined });
  await assert.rejects(named('main'), {
    name: 'SourceError',
    message: /^Could not find the commit main: no branch, tag or commit here has this name/u,
  });
  await commit(path, { 'a.yaml': 'a: 1\n' });
  await assert.rejects(named('--all'), { name: 'SourceError', message: /^Could not find the commit --all/u });
  await assert.rejects(named('main', join(path, 'none')), {
    name: 'SourceError',
    message: /none is not a directory/u,
  });
  const plain = join(shop.folder, 'plain');
  await mkdir(plain);
  await assert.rejects(named('main', plain), {
    name: 'SourceError',
    message: /^Could not find a Git repository at/u,
  });
  await rm(plain, { recursive: true });
});
