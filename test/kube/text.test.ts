import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parseExactJson } from '../../src/kube/exact-json.ts';
import { dryRunPath, readPath, resourcePath } from '../../src/kube/path.ts';
import { warningTexts } from '../../src/kube/warning.ts';

test('Warning headers are read as quoted strings, with commas and quotes inside, in order and once each', () => {
  const joined =
    '299 - "would violate PodSecurity \\"restricted:latest\\": a, b, and c", 299 proxy "second", 299 - "second", 299 - "dated" "Sat, 25 Aug 2012 23:34:45 GMT"';
  assert.deepEqual(warningTexts([joined, '299 - "third"']), [
    'would violate PodSecurity "restricted:latest": a, b, and c',
    'second',
    'dated',
    'third',
  ]);
  assert.deepEqual(warningTexts(undefined), []);
  assert.deepEqual(warningTexts('nonsense'), []);
});

test('An integer that a double cannot hold stays the digits that were sent, and nothing else changes its type', () => {
  const text =
    '{"big":9223372036854775807,"low":[-9007199254740993, 12],"text":"a:1234567890123456789","real":1234567890123456.5}';
  assert.deepEqual(parseExactJson(text), {
    big: '9223372036854775807',
    low: ['-9007199254740993', 12],
    text: 'a:1234567890123456789',
    real: 1234567890123456.5,
  });
  assert.throws(() => parseExactJson('404 page not found'), SyntaxError);
});

test('Every mutating path carries the dry run, whatever the query says', () => {
  const place = { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'web', name: 'shop' };
  assert.equal(
    dryRunPath(place, { fieldManager: 'a&dryRun=', dryRun: 'None', force: undefined }),
    '/apis/apps/v1/namespaces/web/deployments/shop?fieldManager=a%26dryRun%3D&dryRun=All',
  );
  assert.equal(readPath('/api', { limit: '5' }), '/api?limit=5');
});

test('Names keep their case, are escaped, and cannot lead elsewhere', () => {
  const place = { group: '', version: 'v1', resource: 'configmaps', namespace: '' };
  assert.equal(
    resourcePath({ ...place, name: 'System:Read/All?x#y' }),
    '/api/v1/configmaps/System%3ARead%2FAll%3Fx%23y',
  );
  for (const name of ['', '.', '..']) assert.throws(() => resourcePath({ ...place, name }), RangeError);
});
