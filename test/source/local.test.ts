import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';

import { localRevisions } from '../../src/source/local.ts';
import type { Revisions } from '../../src/source/revisions.ts';
import { git } from '../github/git.ts';
import { type Workshop, workshop } from './bench.ts';
import { commit, write } from './commit.ts';

type Merged = Extract<Revisions, { kind: 'merged' }>;

interface Named {
  readonly path: string;
  readonly base?: string;
  readonly head?: string;
}

async function reviewed(context: TestContext, { bench }: Workshop, named: Named): Promise<Merged> {
  const { path, base = 'main', head } = named;
  const { revisions, close } = await localRevisions(bench, { path, base, head });
  context.after(close);
  assert.equal(revisions.kind, 'merged');
  return revisions;
}

async function text(revisions: Merged, path: string): Promise<string | undefined> {
  return (await revisions.headTree.read([path])).get(path)?.toString('latin1');
}

/** Everything below a directory, with times: what a program could have touched. */
async function everything(directory: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const { mode, mtimeMs, size } = await stat(path).catch(() => ({ mode: 0, mtimeMs: 0, size: 0 }));
    let content = '';
    if (entry.isFile())
      content = createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
    if (entry.isSymbolicLink()) content = await readlink(path);
    found.set(path, [mode, mtimeMs, entry.isDirectory() ? 0 : size, content].join(' '));
  }
  return found;
}

test('Without a head the working tree is reviewed: changed, new and removed files, and none that is ignored', async (context) => {
  const shop = await workshop(context);
  const path = await shop.checkout('shop');
  await commit(path, {
    '.gitignore': '*.log\n',
    'a.yaml': 'a: 1\n',
    'gone.yaml': 'x\n',
    'd/x.yaml': 'x\n',
    f: 'x\n',
  });
  await writeFile(join(path, '.git', 'info', 'exclude'), 'private/\n');
  await write(path, {
    'a.yaml': 'a: 2\n',
    'gone.yaml': undefined,
    'new.yaml': 'n: 1\n',
    'run.sh': { program: '#!/bin/sh\n' },
    'noise.log': 'x\n',
    'private/key.yaml': 'x\n',
    d: 'a file now\n',
    f: undefined,
    'f/g.yaml': 'a directory now\n',
  });
  await git(path, ['add', 'new.yaml']);

  const revisions = await reviewed(context, shop, { path });
  assert.deepEqual(revisions.changed, [
    { path: 'a.yaml', change: 'changed' },
    { path: 'd', change: 'added' },
    { path: 'd/x.yaml', change: 'removed' },
    { path: 'f', change: 'removed' },
    { path: 'f/g.yaml', change: 'added' },
    { path: 'gone.yaml', change: 'removed' },
    { path: 'new.yaml', change: 'added' },
    { path: 'run.sh', change: 'added' },
  ]);
  assert.equal(await text(revisions, 'a.yaml'), 'a: 2\n');
  assert.equal(revisions.headTree.entries.get('run.sh')?.kind, 'executable');
  assert.deepEqual(revisions.head, { ref: undefined, commit: undefined });
  assert.equal(revisions.headTree.commit, undefined);
});

test('The checkout and its repository are byte for byte and second for second as they were', async (context) => {
  const shop = await workshop(context);
  const path = await shop.checkout('shop');
  await commit(path, { 'a.yaml': 'a: 1\n', 'b.yaml': 'b: 1\n' });
  await git(path, ['switch', '--quiet', '--create', 'topic']);
  await commit(path, { 'b.yaml': 'b: 2\n' });
  await write(path, { 'a.yaml': 'a: 2\n', 'new.yaml': 'n: 1\n' });
  // Stat data that the index does not know: `git status` would now write the index.
  await utimes(join(path, 'b.yaml'), 1, 1);
  const before = await everything(path);
  assert.ok(before.size > 20 && before.has(join(path, '.git', 'index')));
  const folders = (await readdir(tmpdir())).filter((name) => name.startsWith('proofline-source-'));

  for (const head of [undefined, 'topic']) {
    const { revisions, close } = await localRevisions(shop.bench, { path, base: 'main', head });
    assert.equal(revisions.kind, 'merged');
    await revisions.headTree.read(['a.yaml', 'b.yaml', 'new.yaml']);
    await close();
  }
  assert.deepEqual(await everything(path), before);
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith('proofline-source-'));
  assert.ok(left.length <= folders.length);
});

test('A sparse checkout keeps what it leaves out', async (context) => {
  const shop = await workshop(context);
  const path = await shop.checkout('shop');
  await commit(path, { 'in/a.yaml': 'a: 1\n', 'out/b.yaml': 'b: 1\n' });
  await git(path, ['sparse-checkout', 'set', '--cone', '--sparse-index', 'in']);
  await assert.rejects(stat(join(path, 'out')), { code: 'ENOENT' });
  await write(path, { 'in/a.yaml': 'a: 2\n' });
  const { changed } = await reviewed(context, shop, { path });
  assert.deepEqual(changed, [{ path: 'in/a.yaml', change: 'changed' }]);
});

test('The working tree of a branch is reviewed as merged onto the base', async (context) => {
  const shop = await workshop(context);
  const path = await shop.checkout('shop');
  await commit(path, { 'a.yaml': 'a: 1\n', 'b.yaml': 'b: 1\n' });
  await git(path, ['branch', 'topic']);
  await commit(path, { 'b.yaml': 'b: 2\n' });
  await git(path, ['switch', '--quiet', 'topic']);
  await write(path, { 'a.yaml': 'a: 2\n' });
  const revisions = await reviewed(context, shop, { path });
  assert.deepEqual(revisions.changed, [{ path: 'a.yaml', change: 'changed' }]);
  assert.equal(await text(revisions, 'b.yaml'), 'b: 2\n');
});

test('No hook, filter or conversion of the repository touches the bytes or runs', async (context) => {
  const shop = await workshop(context);
  const path = await shop.checkout('shop');
  const ran = join(shop.folder, 'ran');
  await commit(path, { 'a.yaml': 'a: 1\n' });
  for (const [key, value] of [
    ['filter.evil.clean', `touch ${ran}; cat`],
    ['filter.evil.smudge', `touch ${ran}; cat`],
    ['core.fsmonitor', `touch ${ran}`],
    ['core.autocrlf', 'true'],
    ['diff.evil.textconv', `touch ${ran}; cat`],
  ] as const) {
    await git(path, ['config', key, value]);
  }
  for (const hook of [
    'pre-commit',
    'post-checkout',
    'post-index-change',
    'reference-transaction',
    'fsmonitor-watchman',
  ]) {
    await write(path, { [`.git/hooks/${hook}`]: { program: `#!/bin/sh\ntouch ${ran}\n` } });
  }
  await write(path, {
    '.gitattributes':
      '* filter=evil diff=evil ident text eol=crlf\nutf16.yaml working-tree-encoding=UTF-16\n',
    'crlf.yaml': 'a: 1\r\nb: $Id$\r\n',
    'lf.yaml': 'a: $Id: 0123$\n',
    'utf16.yaml': 'plain\n',
  });
  const revisions = await reviewed(context, shop, { path });
  assert.equal(await text(revisions, 'crlf.yaml'), 'a: 1\r\nb: $Id$\r\n');
  assert.equal(await text(revisions, 'lf.yaml'), 'a: $Id: 0123$\n');
  assert.equal(await text(revisions, 'utf16.yaml'), 'plain\n');
  await assert.rejects(stat(ran), { code: 'ENOENT' });
});

test('A change of the same size in the same moment as the index was written is seen', async (context) => {
  const shop = await workshop(context);
  const path = await shop.checkout('shop');
  await commit(path, { 'a.yaml': 'a: 1\n' });
  const moment = await stat(join(path, '.git', 'index'));
  await git(path, ['config', 'core.trustctime', 'false']);
  await utimes(join(path, 'a.yaml'), moment.mtime, moment.mtime);
  await git(path, ['update-index', '--refresh']);
  await utimes(join(path, '.git', 'index'), moment.mtime, moment.mtime);
  await writeFile(join(path, 'a.yaml'), 'a: 2\n');
  await utimes(join(path, 'a.yaml'), moment.mtime, moment.mtime);
  const revisions = await reviewed(context, shop, { path });
  assert.equal(await text(revisions, 'a.yaml'), 'a: 2\n');
});

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
