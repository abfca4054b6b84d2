import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Json } from '../../src/object/json.ts';
import type { AskedField } from '../../src/render/asked-field.ts';
import { changedScalars, explained } from '../../src/render/changed-scalar.ts';
import { parsedFiles } from '../../src/render/parsed-files.ts';

const file = 'values.yaml';
const valuesOf = (text: string) => parsedFiles(new Map([[file, Buffer.from(text)]]));

/** The level changes, the replicas do not. */
const changed = changedScalars([file], {
  base: valuesOf('level: warn\nreplicas: 3\n'),
  head: valuesOf('level: debug\nreplicas: 3\n'),
});

function asked(path: readonly string[], before: Json | undefined, value: Json): AskedField {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web' } };
  return { origin: { file: 'templates/web.yaml', line: 1 }, object, path, keys: path, value, before };
}

test('A field that turns as the one changed value does is explained by its line', () => {
  assert.deepEqual(explained(asked(['data', 'level'], 'warn', 'debug'), changed), [{ file, line: 1 }]);
});

test('A field that both sides declare alike, such as one that drifted, is explained by no change of a value', () => {
  assert.deepEqual(explained(asked(['spec', 'replicas'], 3, 3), changed), []);
});
