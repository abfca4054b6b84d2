import assert from 'node:assert/strict';
import { test } from 'node:test';

import { keysIn, pointerTo } from '../../src/object/json-pointer.ts';

test('Keys with slashes and tildes come back from a pointer as they went in', () => {
  const keys = ['metadata', 'annotations', 'example.org/a~b', '~1', '', '0'];
  const pointer = '/metadata/annotations/example.org~1a~0b/~01//0';
  assert.equal(pointerTo(keys), pointer);
  assert.deepEqual(keysIn(pointer), keys);
  assert.equal(pointerTo(['spec', 0]), '/spec/0');
});

test('What stands before the first slash of a pointer leads nowhere', () => {
  assert.deepEqual(keysIn('spec/replicas'), ['replicas']);
  assert.deepEqual(keysIn('spec'), []);
});
