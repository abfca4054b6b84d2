import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import { localRevisions } from '../../src/source/local.ts';
import { git } from '../github/git.ts';
import { workshop } from './bench.ts';
import { commit } from './commit.ts';
import { branched, hub, merged } from './hub.ts';

test('A commit before base is read from the mirror, contents and all', async (context) => {
  const { repository, review } = await hub(context);
  const start = await commit(repository, { 'a.yaml': 'a: 0\n' });
  const { head } = await branched(repository);
  const { treeAt } = merged(await review(head));
  const tree = await treeAt(start);
  assert.equal(tree?.commit, start);
  assert.deepEqual([...(tree?.entries.keys() ?? [])], ['a.yaml']);
  assert.equal((await tree?.read(['a.yaml']))?.get('a.yaml')?.toString(), 'a: 0\n');
  assert.equal(await treeAt(start), tree);
});

test('What is no commit here, or no id, is undefined', async (context) => {
  const shop = await workshop(context);
  const whole = await shop.checkout('whole');
  const start = await commit(whole, { 'a.yaml': 'a: 0\n' });
  await branched(whole);
  const shallow = join(shop.folder, 'shallow');
  await git(shop.folder, ['clone', '--quiet', '--depth=2', '--branch=topic', `file://${whole}`, shallow]);
  const { revisions, close } = await localRevisions(shop.bench, {
    path: shallow,
    base: 'HEAD~1',
    head: 'HEAD',
  });
  context.after(close);
  const { treeAt, baseTree } = merged(revisions);
  assert.equal((await treeAt(baseTree.commit ?? ''))?.oid, baseTree.oid);
  for (const name of [start, 'f'.repeat(40), 'HEAD', 'topic', '']) {
    assert.equal(await treeAt(name), undefined, name);
  }
});

test('Only the trees that were asked for last are kept', async (context) => {
  const { repository, review } = await hub(context);
  const commits: string[] = [];
  for (let count = 0; count < 10; count += 1) {
    commits.push(await commit(repository, { 'a.yaml': `a: ${count}\n` }));
  }
  const { head } = await branched(repository);
  const { treeAt } = merged(await review(head));
  const [first = '', second = '', ...others] = commits;
  const [kept, lost] = [await treeAt(first), await treeAt(second)];
  for (const each of others) {
    await treeAt(each);
    assert.equal(await treeAt(first), kept);
  }
  assert.equal(kept?.commit, first);
  const again = await treeAt(second);
  assert.equal(again?.oid, lost?.oid);
  assert.notEqual(again, lost);
});
