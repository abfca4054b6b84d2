/** Patterns as Go's filepath.Match takes them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goGlob } from '../../../../src/reconciler/fleet/units/go-glob.ts';

/** From the table of Go's own tests (path/filepath/match_test.go). */
const table: readonly (readonly [string, string, boolean | undefined])[] = [
  ['abc', 'abc', true],
  ['*', 'abc', true],
  ['*c', 'abc', true],
  ['a*', 'a', true],
  ['a*', 'ab/c', false],
  ['a*/b', 'abc/b', true],
  ['a*/b', 'a/c/b', false],
  ['a*b*c*d*e*/f', 'axbxcxdxe/f', true],
  ['a*b*c*d*e*/f', 'axbxcxdxe/xxx/f', false],
  ['a*b?c*x', 'abxbbxdbxebxczzx', true],
  ['a*b?c*x', 'abxbbxdbxebxczzy', false],
  ['ab[c]', 'abc', true],
  ['ab[b-d]', 'abc', true],
  ['ab[e-g]', 'abc', false],
  ['ab[^c]', 'abc', false],
  ['ab[^e-g]', 'abc', true],
  [String.raw`a\*b`, 'a*b', true],
  [String.raw`a\*b`, 'ab', false],
  ['a?b', 'a☺b', true],
  ['a???b', 'a☺b', false],
  ['a?b', 'a/b', false],
  [String.raw`[\]a]`, ']', true],
  [String.raw`[\-x]`, '-', true],
  ['[x-]', 'x', undefined],
  ['[]a]', ']', undefined],
  ['[', 'a', undefined],
  ['[^bc', 'a', undefined],
  ['a[', 'ab', undefined],
  ['*x', 'xxx', true],
];

for (const [pattern, text, expected] of table) {
  test(`${pattern} and ${text}: ${String(expected)}`, () => {
    assert.equal(goGlob(pattern)?.(text), expected);
  });
}

test('a pattern of many stars takes no time', () => {
  assert.equal(goGlob(`${'*a'.repeat(200)}b`)?.('a'.repeat(5000)), false);
});
