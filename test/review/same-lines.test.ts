import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sameLines } from '../../src/review/same-lines.ts';

function object(name: string, value = '1'): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  a: "${value}"\n`;
}

function all(...objects: readonly string[]): string {
  return objects.join('---\n');
}

/** From `name` to the lines of its object in the second text. */
function linesOf(from: string, to: string, name: string): readonly (number | undefined)[] {
  const same = sameLines(from, to);
  const at = from.split('\n').indexOf(`  name: ${name}`) + 1;
  assert.ok(at > 0);
  return [-3, -2, -1, 0, 1, 2].map((step) => same(at + step));
}

const first = [1, 2, 3, 4, 5, 6];
const second = first.map((line) => line + 7);

test('Every line of a text that is the same stands where it stood', () => {
  const text = all(object('a'), object('b'));
  const same = sameLines(text, text);
  assert.deepEqual(
    text.split('\n').map((_, index) => same(index + 1)),
    text.split('\n').map((_, index) => index + 1),
  );
});

test('An object before which another one came keeps its own first lines, although both begin alike', () => {
  const own = all(object('a'), object('c'));
  assert.deepEqual(linesOf(all(object('new'), object('a'), object('c')), own, 'a'), first);
  assert.deepEqual(linesOf(all(object('a'), object('new'), object('c')), own, 'c'), second);
  assert.deepEqual(
    linesOf(all(object('a'), object('new'), object('c')), own, 'new'),
    first.map(() => undefined),
  );
  assert.deepEqual(linesOf(all(object('a'), object('c'), object('new')), own, 'c'), second);
});

test('An object before which another one went is found behind what is there no more', () => {
  const own = all(object('gone'), object('a'));
  assert.deepEqual(linesOf(object('a'), own, 'a'), second);
  assert.deepEqual(linesOf(object('gone'), own, 'gone'), first);
});

test('A line that was changed is no line of the other text', () => {
  assert.deepEqual(linesOf(object('a', '2'), object('a', '1'), 'a'), [1, 2, 3, 4, 5, undefined]);
});

test('An item of a list that came before another keeps the dash of each', () => {
  const item = (name: string): string => `  - op: replace\n    path: /${name}\n    value: 1\n`;
  const same = sameLines(`patch:\n${item('new')}${item('a')}`, `patch:\n${item('a')}`);
  assert.deepEqual([2, 3, 4, 5, 6, 7].map(same), [undefined, undefined, undefined, 2, 3, 4]);
});

test('Texts that have nothing in common, and too long ones, answer with no line', () => {
  assert.equal(sameLines('a\nb\n', 'c\nd\n')(1), undefined);
  const long = (word: string): string =>
    Array.from({ length: 20_000 }, (_, index) => `${word}${index}\n`).join('');
  assert.equal(sameLines(long('a'), long('b'))(7), undefined);
});
