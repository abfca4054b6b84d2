import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesPath, matchesText } from '../../src/config/pattern.ts';

test('A star stands for any text', () => {
  const yes = [
    ['*', ''],
    ['team-*', 'team-'],
    ['team-*', 'team-a'],
    ['*-a*c', 'x-abc'],
    ['a', 'a'],
    ['a*b*c', 'abbbc'],
    ['**', 'x'],
  ] as const;
  const no = [
    ['team-*', 'team'],
    ['a', 'ab'],
    ['', 'a'],
    ['a*b', 'ab2'],
    ['a.c', 'abc'],
  ] as const;
  for (const [pattern, text] of yes) assert.equal(matchesText(pattern, text), true, `${pattern} ${text}`);
  for (const [pattern, text] of no) assert.equal(matchesText(pattern, text), false, `${pattern} ${text}`);
});

test('In a path a star stays inside one part, two stars do not', () => {
  const yes = [
    ['docs/**', 'docs/a/b.yaml'],
    ['**/*.tmpl.yaml', 'b.tmpl.yaml'],
    ['**/*.tmpl.yaml', 'a/b/c.tmpl.yaml'],
    ['a/*/c', 'a/b/c'],
    ['a/**/c', 'a/c'],
    ['a/**/c/**/d', 'a/x/c/c/y/d'],
  ] as const;
  const no = [
    ['docs/*', 'docs/a/b'],
    ['docs/**', 'doc/a'],
    ['a/*/c', 'a/c'],
    ['**/x', 'a/xy'],
  ] as const;
  for (const [pattern, path] of yes) assert.equal(matchesPath(pattern, path), true, `${pattern} ${path}`);
  for (const [pattern, path] of no) assert.equal(matchesPath(pattern, path), false, `${pattern} ${path}`);
});

test('A hostile pattern takes no time', () => {
  const start = performance.now();
  assert.equal(matchesText(`${'*a'.repeat(500)}c`, `${'a'.repeat(5000)}b`), false);
  assert.equal(matchesPath(`${'**/a/'.repeat(100)}c`, `${'a/'.repeat(2000)}b`), false);
  assert.ok(performance.now() - start < 20_000);
});
