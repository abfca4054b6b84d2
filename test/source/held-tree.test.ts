import assert from 'node:assert/strict';
import { test } from 'node:test';

import { heldTree } from '../../src/source/held-tree.ts';
import type { Tree } from '../../src/source/tree.ts';
import { treeOf } from '../render/tree.ts';

function counted(): { tree: Tree; reads: string[][] } {
  const reads: string[][] = [];
  const tree = treeOf({
    'a/x': 'xx',
    'a/link': { kind: 'symlink', content: '../b/y' },
    'b/y': 'yyy',
    'c/z': 'z',
  });
  return {
    reads,
    tree: {
      ...tree,
      read: async (paths, limits) => {
        reads.push([...paths].sort((a, b) => (a < b ? -1 : 1)));
        return tree.read(paths, limits);
      },
    },
  };
}

const limits = { largest: 100, total: 100 };

test('what is held is read once, with what its links lead to, and only when something is asked for', async () => {
  const { tree, reads } = counted();
  const held = heldTree(tree, ['a/'], limits);
  assert.deepEqual(reads, []);
  const both = await Promise.all([held.read(['a/x', 'b/y']), held.read(['a/x', 'no'])]);
  assert.deepEqual(
    both.map((found) => [...found].map(([path, content]) => `${path}=${content.toString()}`)),
    [['a/x=xx', 'b/y=yyy'], ['a/x=xx']],
  );
  assert.deepEqual(reads, [['a/link'], ['a/link', 'a/x', 'b/y']]);
  assert.equal((await held.read(['c/z', 'a/x'])).get('c/z')?.toString(), 'z');
  assert.deepEqual(reads.at(-1), ['c/z']);
});

test('the limits of each read count, and what cannot be held is read when it is asked for', async () => {
  const { tree } = counted();
  const held = heldTree(tree, ['./'], limits);
  assert.deepEqual([...(await held.read(['a/x', 'b/y'], { largest: 2, total: 9 })).keys()], ['a/x']);
  assert.equal((await held.read(['a/x', 'b/y'], { largest: 9, total: 4 })).size, 0);
  const { tree: other, reads } = counted();
  const unheld = heldTree(other, ['./'], { largest: 2, total: 100 });
  assert.equal((await unheld.read(['b/y'])).get('b/y')?.toString(), 'yyy');
  assert.deepEqual(reads.at(-1), ['b/y']);
});
