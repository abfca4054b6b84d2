/** Names that Fleet 0.15 itself gave. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { releaseName, setHash, setId } from '../../../src/reconciler/fleet/names.ts';

const fifty = '12345678901234567890123456789012345678901234567890';

const given: readonly (readonly [string, string])[] = [
  [`${fifty}123`, `${fifty}123`],
  [`${fifty}123a`, '12345678901234567890123456789012345678901234567-fdba4'],
  [`${fifty}1234567890123a`, '12345678901234567890123456789012345678901234567-eb12d'],
  ['long-name-test-shortpath-with@char', 'long-name-test-shortpath-with-char-031bab5e'],
  ['long-name-test-shortpath-with+char', 'long-name-test-shortpath-with-char-21c88393'],
  ['long-name-test-0.App_ ', 'long-name-test-0-app-5bf6b3fb'],
  ['long-name-test--App_-_12.factor', 'long-name-test-app-12-factor-0efbac37'],
  ['bundle.name.example.com', 'bundle-name-example-com-645ef821'],
  [
    '1234567890123456789012345678901234567890123456-1234567',
    '1234567890123456789012345678901234567890123456-d0bce',
  ],
];

for (const [text, name] of given) {
  test(`the bundle of ${JSON.stringify(text)} is called ${name}`, () => {
    assert.equal(releaseName(text), name);
  });
}

test('slashes of a path become dashes', () => {
  assert.equal(releaseName('infra/apps/web'), 'infra-apps-web');
});

test('a set is named after its bundle, and its hash is that of its name alone', () => {
  assert.equal(setId('infra-web', ''), 'default-infra-web');
  assert.equal(
    setId('infra-web', 'cattle-fleet-local-system'),
    'default-infra-web-cattle-fleet-local-system',
  );
  assert.equal(setHash('default-infra-web'), '2a9fe7f2c99e291360c5a92584cc40e04eaf1a97');
});

test('a name of a set with 64 characters or more is cut, and ends with a part of its hash', () => {
  assert.equal(setId('a'.repeat(56), '').length, 63);
});
