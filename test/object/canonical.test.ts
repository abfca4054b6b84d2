import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { canonicalJson, compareText, digestOf } from '../../src/object/canonical.ts';
import { compareFieldPaths, fieldText } from '../../src/object/field-path.ts';
import type { FieldPath } from '../../src/object/field-path.ts';

function configMap(
  name: string,
  namespace = '',
): { apiVersion: string; kind: string; metadata: { name: string } } {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, ...(namespace === '' ? {} : { namespace }) },
  };
}

test('Canonical JSON sorts keys by code point and holds no white space', () => {
  const value = { b: [1, { z: null, a: true }], '\u{1F600}': 1, '\uFFFD': 2, a: 'é"' };
  assert.equal(canonicalJson(value), '{"a":"é\\"","b":[1,{"a":true,"z":null}],"\uFFFD":2,"\u{1F600}":1}');
  assert.deepEqual(['b', 'a', 'ab', '', '\u{1F600}', '\uFFFD'].sort(compareText), [
    '',
    'a',
    'ab',
    'b',
    '\uFFFD',
    '\u{1F600}',
  ]);
});

test('The manifest set digest does not depend on the order of objects or keys', () => {
  const a = configMap('a', 'x');
  const b = configMap('b', 'x');
  const text = `[${canonicalJson(a)},${canonicalJson(b)}]`;
  assert.equal(digestOf([b, a]), `sha256:${createHash('sha256').update(text).digest('hex')}`);
  assert.equal(
    digestOf([a, b]),
    digestOf([b, { metadata: a.metadata, kind: a.kind, apiVersion: a.apiVersion }]),
  );
  assert.notEqual(digestOf([a]), digestOf([a, a]));
});

test('Field paths read like kubectl explains them', () => {
  const texts: readonly (readonly [FieldPath, string])[] = [
    [['spec', 'containers', { keys: { name: 'web' } }, 'image'], '.spec.containers[name=web].image'],
    [['spec', 'ports', { keys: { protocol: 'TCP', port: 80 } }], '.spec.ports[port=80,protocol=TCP]'],
    [['metadata', 'annotations', 'a.b/c'], '.metadata.annotations["a.b/c"]'],
    [['metadata', 'finalizers', { value: 'x y' }], '.metadata.finalizers[="x y"]'],
    [['spec', 'args', 2], '.spec.args[2]'],
    [[], '.'],
  ];
  for (const [path, expected] of texts) assert.equal(fieldText(path), expected);
});

test('Field paths sort parents first and list items by number', () => {
  const paths: FieldPath[] = [['b'], ['a', 10], ['a', 9, 'x'], ['a'], ['a', 9]];
  assert.deepEqual(paths.sort(compareFieldPaths).map(fieldText), ['.a', '.a[9]', '.a[9].x', '.a[10]', '.b']);
});
