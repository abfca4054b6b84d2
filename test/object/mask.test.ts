import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMask } from '../../src/object/mask.ts';

function learned(...secrets: readonly string[]) {
  const mask = createMask();
  for (const secret of secrets) mask.learn(secret);
  return mask;
}

test('a learned value is hidden in every writing of it', () => {
  const secret = 'p<a>ss & "wörd" 42';
  const mask = learned(secret);
  const writings = [
    secret,
    Buffer.from(secret).toString('base64'),
    JSON.stringify(secret).slice(1, -1),
    String.raw`p\u003ca\u003ess \u0026 \"wörd\" 42`,
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll('%20', '+'),
  ];
  assert.equal(new Set(writings).size, writings.length);
  for (const writing of writings) assert.equal(mask.text(`x ${writing} y`), 'x *** y');
});

test('a value learned as base64 is hidden when it is shown decoded', () => {
  const mask = learned(Buffer.from('correct horse battery').toString('base64'));
  assert.equal(mask.text('got correct horse battery instead'), 'got *** instead');
});

test('a value inside other base64 text is hidden', () => {
  const mask = learned('correct-horse-battery');
  for (const user of ['a', 'ab', 'abc']) {
    const encoded = Buffer.from(`${user}:correct-horse-battery`).toString('base64');
    assert.ok(mask.text(`x ${encoded}`).includes('***'));
    assert.ok(!Buffer.from(mask.text(encoded), 'base64').toString().includes('horse'));
  }
});

test('a value that was cut by its writer is hidden up to the cut', () => {
  const mask = learned('correct-horse-battery-staple');
  assert.equal(mask.text('Invalid value: correct-horse-ba...'), 'Invalid value: ***...');
});

test('a short value is hidden where it stands alone, and longer words keep their letters', () => {
  const mask = learned('git');
  assert.equal(mask.text('type git, digit, github.com'), 'type ***, digit, github.com');
  assert.equal(learned('true').text('immutable: true'), 'immutable: true');
});

test('the lines of a learned file are hidden one by one, and so are its passwords', () => {
  const mask = learned('[client]\nuser=reader-of-all\npassword="x7-y8"\n');
  assert.equal(mask.text('  user=reader-of-all'), '  ***');
  assert.equal(mask.text('login with x7-y8 failed'), 'login with *** failed');
});

test('a change of what is hidden is told without telling it', () => {
  const mask = learned('alpha-secret', 'beta-secret');
  assert.deepEqual(mask.pair('use alpha-secret', 'use beta-secret'), ['use *** (before)', 'use *** (after)']);
  assert.deepEqual(mask.pair('a alpha-secret', 'b alpha-secret'), ['a ***', 'b ***']);
  assert.deepEqual(mask.pair('alpha-secret beta-secret', 'beta-secret alpha-secret'), [
    '*** (before) *** (before)',
    '*** (after) *** (after)',
  ]);
});

test('characters that hide or reorder text become visible', () => {
  const mask = createMask();
  assert.equal(mask.text('a\u202Eb\u200Bc\u0000d\re\tf\ng'), 'a[U+202E]b[U+200B]c␀d␍e\tf\ng');
  assert.equal(mask.text('a\uD800b'), 'a\uFFFDb');
});

test('hostile text of a megabyte is masked in linear time', () => {
  const mask = learned('aaaaaaaaaaab', 'correct-horse');
  const texts = [
    'a',
    'eyJ-',
    'a.',
    'password',
    '://',
    '-----BEGIN PRIVATE KEY-----',
    '"',
    '\\"',
    'bearer ',
    ': ',
  ];
  const started = performance.now();
  for (const piece of texts) mask.text(piece.repeat(Math.ceil(500_000 / piece.length)));
  assert.ok(performance.now() - started < 20_000);
});
