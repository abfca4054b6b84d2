import assert from 'node:assert/strict';
import { test } from 'node:test';

import { dependsOn, heldBy, sortedPaths } from '../../src/reconciler/depends-on.ts';

const among = sortedPaths(['b/two.yaml', 'b/c/one.yaml', 'b.yaml', 'b-c/x.yaml', 'a', 'b/two.yaml']);

test('A closure holds the files that it names, and all below its directories, each once', () => {
  for (const [paths, expected] of [
    [['b/'], ['b/c/one.yaml', 'b/two.yaml']],
    [
      ['b/', 'b/c/'],
      ['b/c/one.yaml', 'b/two.yaml'],
    ],
    [['b.yaml', 'b'], ['b.yaml']],
    [['a/', 'z/', 'c'], []],
    [['./'], ['b/two.yaml', 'b/c/one.yaml', 'b.yaml', 'b-c/x.yaml', 'a']],
  ] as const) {
    assert.deepEqual([...heldBy({ paths }, among)].sort(), [...expected].sort(), paths.join());
    assert.equal(dependsOn({ paths }, among), expected.length > 0, paths.join());
  }
  assert.equal(dependsOn({ paths: ['./'] }, sortedPaths([])), false);
});
