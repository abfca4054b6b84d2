import assert from 'node:assert/strict';
import { test } from 'node:test';

import { compileGlob } from '../../src/reconciler/gobwas-glob.ts';

/** As github.com/gobwas/glob v0.2.3 answered. */
const answers: readonly (readonly [
  pattern: string,
  matching: readonly string[],
  others: readonly string[],
])[] = [
  ['*.yaml', ['a.yaml', 'sub/deep/a.yaml', '.yaml'], ['a.yml', 'a.yaml.txt']],
  ['a/*', ['a/', 'a/b/c'], ['a', 'b/a/c']],
  ['?.json', ['a.json', '/.json'], ['.json', 'ab.json']],
  ['{config.json,env-usw2/*}', ['config.json', 'env-usw2/a/b'], ['env-usw1/a', 'config.jsonx']],
  ['{a,{b,c}d}', ['a', 'bd', 'cd'], ['b', 'ad']],
  ['{a', ['a'], ['{a', '']],
  ['a}b,c', ['a}b,c'], ['ab', 'a']],
  ['[a-c].x', ['a.x', 'c.x'], ['d.x', '-.x']],
  ['[!a-c].x', ['d.x', '/.x'], ['a.x', '.x']],
  ['[a.].x', ['a.x', '..x'], ['b.x']],
  [String.raw`\*\{a\}`, ['*{a}'], ['x{a}', '*a']],
  [String.raw`a\ `.trim(), ['a'], [String.raw`a\ `.trim()]],
  ['', [''], ['a']],
];

for (const [pattern, matching, others] of answers) {
  test(`${JSON.stringify(pattern)} matches what it should, and no more`, () => {
    const glob = compileGlob(pattern);
    assert.ok(glob !== undefined);
    assert.deepEqual(
      matching.filter((text) => !glob.matches(text)),
      [],
    );
    assert.deepEqual(
      others.filter((text) => glob.matches(text)),
      [],
    );
  });
}

test('With a separator only two stars pass it', () => {
  const matches = (pattern: string): readonly string[] =>
    ['a/b', 'a/b/c', 'a/', 'a'].filter((text) => compileGlob(pattern, '/')?.matches(text) === true);
  assert.deepEqual(matches('a/*'), ['a/b', 'a/']);
  assert.deepEqual(matches('a/**'), ['a/b', 'a/b/c', 'a/']);
  assert.deepEqual(matches('{*,a/*/?}'), ['a/b/c', 'a']);
  assert.deepEqual(matches('a?b'), []);
  assert.deepEqual(matches('a[!x]b'), ['a/b']);
});

for (const pattern of ['[', '[a', '[]', '[!]', '[c-a]', '[a-z0-9]', '[a-', 'a\uFFFD', 'x'.repeat(1001)]) {
  test(`${JSON.stringify(pattern.slice(0, 20))} does not compile`, () => {
    assert.equal(compileGlob(pattern), undefined);
  });
}

test('A pattern made to take long does not', () => {
  const glob = compileGlob(`${'*a'.repeat(200)}${'{*a,a*}'.repeat(40)}b`);
  const started = performance.now();
  assert.equal(glob?.matches('a'.repeat(4000)), false);
  assert.ok(performance.now() - started < 5000);
});
