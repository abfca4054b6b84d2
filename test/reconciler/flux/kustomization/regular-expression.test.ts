import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fullMatch } from '../../../../src/reconciler/flux/kustomization/ignore/regular-expression.ts';

const texts = [
  '',
  'a',
  'ab',
  'aab',
  'web',
  'web-1',
  'web-12',
  'Deployment',
  'StatefulSet',
  'apps',
  'x.y',
  'a\nb',
  'b]',
];

const patterns = [
  'web',
  'web.*',
  'web-\\d+',
  'web-\\d{2}',
  'web-\\d{1,}',
  'web(-[0-9]{1,2})?',
  'Deployment|StatefulSet',
  '(?:Deployment|Stateful)Set',
  '(a|b)*',
  'a*?b',
  '[^a]+',
  '[\\w.-]+',
  '^web$',
  '.*',
  '',
  '(a*)*b',
  'x\\.y',
  '[a-c]+',
  '[]b]+',
];

test('A pattern is all of a text just where a program that backtracks says so', () => {
  let matched = 0;
  for (const pattern of patterns) {
    const own = fullMatch(pattern);
    assert.ok(own !== undefined, pattern);
    // To JavaScript an empty class is one.
    const theirs = new RegExp(`^(?:${pattern.replace('[]b]', '[\\]b]')})$`);
    for (const text of texts) {
      assert.equal(own(text), theirs.test(text), `${pattern} of ${JSON.stringify(text)}`);
      matched += Number(own(text));
    }
  }
  assert.ok(matched > 20);
});

test('What is not read here, or is no expression, is told', () => {
  for (const pattern of [
    '(?i)web',
    '(',
    ')',
    'a**',
    '*',
    '[a',
    'a{2,1}',
    '\\pL',
    'a{9999}',
    '(a{100}){100}',
  ]) {
    assert.equal(fullMatch(pattern), undefined, pattern);
  }
});

test('An expression that would backtrack for ever takes no time', () => {
  const started = performance.now();
  const own = fullMatch('((a*)*)*c');
  assert.equal(own?.('a'.repeat(900)), false);
  assert.equal(fullMatch('('.repeat(200)), undefined);
  assert.ok(performance.now() - started < 2000);
});
