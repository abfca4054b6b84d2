import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, readlink, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';

import { localRevisions } from '../../src/source/local.ts';
import { git } from '../github/git.ts';
import { workshop } from './bench.ts';
import { commit, write } from './commit.ts';
import { reviewed, text } from './local-review.ts';

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

/** Other suites leave folders in the machine's own at the same time. */
async function ownTemporary(context: TestContext, folder: string): Promise<string> {
  const before = process.env['TMPDIR'];
  const own = join(folder, 'temporary');
  await mkdir(own);
  process.env['TMPDIR'] = own;
  context.after(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  });
  return own;
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
  const temporary = await ownTemporary(context, shop.folder);

  for (const head of [undefined, 'topic']) {
    const { revisions, close } = await localRevisions(shop.bench, { path, base: 'main', head });
    assert.equal(revisions.kind, 'merged');
    await revisions.headTree.read(['a.yaml', 'b.yaml', 'new.yaml']);
    assert.notDeepEqual(await readdir(temporary), []);
    await close();
  }
  assert.deepEqual(await everything(path), before);
  assert.deepEqual(await readdir(temporary), []);
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
