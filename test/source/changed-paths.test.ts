import assert from 'node:assert/strict';
import { test } from 'node:test';

import { localRevisions } from '../../src/source/local.ts';
import { git } from '../github/git.ts';
import { workshop } from './bench.ts';
import { commit } from './commit.ts';

test('All of 5,000 changed files are told', async (context) => {
  const shop = await workshop(context);
  const path = await shop.checkout('shop');
  await commit(path, { 'keep.yaml': 'k\n' });
  const files = Array.from({ length: 5000 }, (_, index) => `n/${String(index).padStart(4, '0')}.yaml`);
  const blob = await git(path, ['rev-parse', 'HEAD:keep.yaml']);
  const entries = files.map((file) => `100644 ${blob}\t${file}\n`).join('');
  await git(path, ['update-index', '--add', '--index-info'], entries);
  const tree = await git(path, ['write-tree']);
  const head = await git(path, ['commit-tree', '-p', 'HEAD', '-m', 'many', tree]);
  const { revisions, close } = await localRevisions(shop.bench, { path, base: 'main', head });
  context.after(close);
  assert.equal(revisions.kind, 'merged');
  assert.deepEqual(
    revisions.changed,
    files.map((file) => ({ path: file, change: 'added' })),
  );
});

test('A rename is one path removed and one added; a new mode or type is a change; odd names are whole', async (context) => {
  const shop = await workshop(context);
  const path = await shop.checkout('shop');
  const base = await commit(path, {
    'old.yaml': 'same\n',
    'mode.sh': 'x\n',
    'type.yaml': 'x\n',
    '-rf': '1\n',
    'a\tb\nc "d".yaml': '1\n',
  });
  const head = await commit(path, {
    'old.yaml': undefined,
    'new.yaml': 'same\n',
    'mode.sh': { program: 'x\n' },
    'type.yaml': { link: 'x' },
    '-rf': '2\n',
    'a\tb\nc "d".yaml': '2\n',
    'ünï.yaml': 'x\n',
  });
  const { revisions, close } = await localRevisions(shop.bench, { path, base, head });
  context.after(close);
  assert.equal(revisions.kind, 'merged');
  assert.deepEqual(revisions.changed, [
    { path: '-rf', change: 'changed' },
    { path: 'a\tb\nc "d".yaml', change: 'changed' },
    { path: 'mode.sh', change: 'changed' },
    { path: 'new.yaml', change: 'added' },
    { path: 'old.yaml', change: 'removed' },
    { path: 'type.yaml', change: 'changed' },
    { path: 'ünï.yaml', change: 'added' },
  ]);
});
