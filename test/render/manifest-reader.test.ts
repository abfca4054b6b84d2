import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createManifestReader } from '../../src/render/manifest-reader.ts';

const manifest = (value: string): Buffer =>
  Buffer.from(`apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  key: ${value}\n`);

test('The same content of the same file is read once, and other content is read anew', () => {
  const read = createManifestReader();
  const base = read('a.yaml', manifest('one'));
  assert.equal(base[0]?.kind, 'object');
  assert.equal(read('a.yaml', manifest('one')), base);
  const head = read('a.yaml', manifest('two'));
  assert.ok(head[0]?.kind === 'object');
  assert.deepEqual(head[0].object['data'], { key: 'two' });
  assert.equal(read('a.yaml', manifest('one')), base);
});

test('The same content in two files has two places', () => {
  const read = createManifestReader();
  const places = ['a.yaml', 'b.yaml'].map((file) => read(file, manifest('one'))[0]?.place.file);
  assert.deepEqual(places, ['a.yaml', 'b.yaml']);
});
