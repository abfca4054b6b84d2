import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { FieldPath } from '../../src/object/field-path.ts';
import { fieldLines } from '../../src/review/field-lines.ts';
import { configMap } from '../diff/objects.ts';
import { treeOf } from '../render/tree.ts';
import { compared } from '../risk/subjects.ts';

const image: FieldPath = ['spec', 'containers', { keys: { name: 'web' } }, 'image'];

/** The line of a field in the object that starts at a line of a file, which something changed declares. */
async function lineIn(text: string, line: number, field: FieldPath): Promise<number> {
  const [changed] = compared([configMap({ a: '1' })], [configMap({ a: '2' })]);
  assert.ok(changed);
  const place = { file: 'web.yaml', line };
  const lineOf = await fieldLines([{ ...changed, origin: place }], treeOf({ 'web.yaml': text }));
  return lineOf(place, field);
}

const pods = `kind: Pod
apiVersion: v1
metadata: { name: a }
---
apiVersion: v1
kind: Pod
metadata:
  name: b
spec:
  containers:
    - name: log
      image: log:1
    - name: web
      # It moved.
      image: web:2
`;

test('A field stands on its own line, in the document that is meant and in the list item that is named', async () => {
  assert.equal(await lineIn(pods, 5, image), 15);
  assert.equal(await lineIn(pods, 5, ['metadata', 'name']), 8);
});

test('A field that the source does not have stands where its nearest parent does', async () => {
  assert.equal(await lineIn(pods, 5, ['spec', 'replicas']), 9);
  assert.equal(await lineIn(pods, 1, image), 1);
});

const template = `apiVersion: v1
kind: Service
spec:
  selector: {{ .Values.selector }}
---
apiVersion: v1
kind: Pod
spec:
{{- if .Values.web }}
  containers:
    - image: {{ .Values.image }}
      name: web
    - name: other
{{- end }}
`;

test('In a template a key is found where only one line of the document has it', async () => {
  assert.equal(await lineIn(template, 1, ['spec', 'selector']), 4);
  assert.equal(await lineIn(template, 6, image), 11);
});

test('A key that a template has twice, or not at all, could stand anywhere: then the object’s first line is said', async () => {
  assert.equal(await lineIn(template, 6, ['spec', 'containers', 0, 'name']), 6);
  assert.equal(await lineIn(template, 1, image), 1);
});

test('A file that is not in the tree, and an object that does not change, keep the line they have', async () => {
  const place = { file: 'gone.yaml', line: 7 };
  const same = compared([configMap({ a: '1' })], [configMap({ a: '1' })]);
  assert.equal(same.length, 1);
  const lineOf = await fieldLines(same, treeOf({ 'shop.yaml': pods }));
  assert.equal(lineOf(place, image), 7);
  assert.equal(lineOf({ file: 'shop.yaml', line: 5 }, image), 5);
});
