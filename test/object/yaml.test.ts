import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { canonicalJson } from '../../src/object/canonical.ts';
import { identityOf } from '../../src/object/identity.ts';
import { lineOf, readValues, readYaml } from '../../src/object/yaml.ts';
import type { ObjectDocument, YamlDocument } from '../../src/object/yaml.ts';

const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';

function only(documents: readonly YamlDocument[]): YamlDocument {
  assert.equal(documents.length, 1);
  const [document] = documents;
  assert.ok(document);
  return document;
}

function read(content: Buffer | string): YamlDocument {
  return only(readYaml('f.yaml', content));
}

function object(content: Buffer | string): ObjectDocument {
  const document = read(content);
  assert.equal(document.kind, 'object', JSON.stringify(document));
  return document;
}

function problem(content: Buffer | string): string {
  const document = read(content);
  assert.equal(document.kind, 'problem', JSON.stringify(document).slice(0, 300));
  return `${document.place.line}: ${document.message}`;
}

test('Objects of a multi-document file keep the line where they start', () => {
  const text = `# head\n---\n${configMap}---\n# nothing here\n---\n\n# about b\napiVersion: v1\nkind: Secret\nmetadata: {name: b}\n--- # end\n`;
  const documents = readYaml('x/f.yaml', text);
  assert.deepEqual(
    documents.map((document) => [document.kind, document.place]),
    [
      ['object', { file: 'x/f.yaml', line: 3 }],
      ['object', { file: 'x/f.yaml', line: 12 }],
    ],
  );
});

test('The line of a field is found by keys, indices and merge keys, else that of its nearest parent', () => {
  const text = `${configMap}---\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  labels:\n    app: web\nspec:\n  template:\n    spec:\n      containers:\n        - name: side\n          image: s:1\n        - name: web\n          image: w:1\n          args:\n            - --a\n            - --b\n`;
  const web = readYaml('f.yaml', text)[1];
  assert.equal(web?.kind, 'object');
  const containers = ['spec', 'template', 'spec', 'containers'];
  assert.equal(lineOf(web, []), 6);
  assert.equal(lineOf(web, ['metadata', 'labels', 'app']), 11);
  assert.equal(lineOf(web, [...containers, 0, 'image']), 17);
  assert.equal(lineOf(web, [...containers, { keys: { name: 'web' } }, 'image']), 19);
  assert.equal(lineOf(web, [...containers, { keys: { name: 'web' } }, 'args', { value: '--b' }]), 22);
  assert.equal(lineOf(web, ['spec', 'replicas']), 12);
});

test('A List gives its items, each with its own line', () => {
  const text = `apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: a}\n- apiVersion: v1\n  kind: Secret\n  metadata:\n    name: b\n`;
  const documents = readYaml('f.yaml', text);
  assert.deepEqual(
    documents.map((document) => document.place.line),
    [4, 7],
  );
  const secret = documents[1];
  assert.equal(secret?.kind, 'object');
  assert.equal(identityOf(secret.object).kind, 'Secret');
  assert.equal(lineOf(secret, ['metadata', 'name']), 10);
  const typed = object('apiVersion: v1\nkind: ConfigMapList\nitems:\n- metadata: {name: c}\n');
  assert.equal(canonicalJson(typed.object), '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}}');
});

test('A file that is no manifest can be read as values, with lines', () => {
  const [document] = readValues('k.yaml', 'kind: Kustomization\napiVersion: x/v1\nresources:\n  - a\n');
  assert.equal(document?.kind, 'other');
  assert.equal(
    canonicalJson(document.value),
    '{"apiVersion":"x/v1","kind":"Kustomization","resources":["a"]}',
  );
  assert.equal(lineOf(document, ['resources', 0]), 4);
});

test('A byte order mark and carriage returns change nothing', () => {
  const plain = object(`${configMap}data:\n  a: |\n    x\n    y\n`);
  const windows = object(`\uFEFF${configMap}data:\n  a: |\n    x\n    y\n`.replaceAll('\n', '\r\n'));
  assert.equal(canonicalJson(windows.object), canonicalJson(plain.object));
  assert.equal(readYaml('f.yaml', `${configMap}---\r\n${configMap}`.replaceAll(/\r?\n/g, '\r\n')).length, 2);
});

test('JSON files are read like YAML', () => {
  const json = object(
    '{\n  "apiVersion": "v1",\n  "kind": "ConfigMap",\n  "metadata": {"name": "a"},\n  "data": {"k": "\\u00e9"}\n}\n',
  );
  assert.equal(lineOf(json, ['data', 'k']), 5);
  assert.equal(canonicalJson(json.object['data'] ?? null), '{"k":"é"}');
});

test('What is no Kubernetes object is told apart from what is broken', () => {
  assert.equal(read('replicas: 1\n').kind, 'other');
  assert.equal(read('- a\n- b\n').kind, 'other');
  assert.equal(read('apiVersion: 1\nkind: x\n').kind, 'other');
  assert.deepEqual(readYaml('f.yaml', ''), []);
  assert.deepEqual(readYaml('f.yaml', '# only words\n---\n...\n---\n~\n'), []);
});

test('An object needs a name or a prefix for one', () => {
  assert.equal(
    problem('\napiVersion: v1\nkind: ConfigMap\nmetadata: {labels: {a: b}}\n'),
    '2: this ConfigMap has no metadata.name',
  );
  assert.equal(
    problem('apiVersion: v1\nkind: Namespace\nmetadata: {name: no}\n'),
    '1: the metadata.name of this Namespace is no text but false; put it in quotes',
  );
  assert.equal(
    identityOf(object('apiVersion: batch/v1\nkind: Job\nmetadata: {generateName: run-}\n').object).name,
    'run-*',
  );
});

test('A broken document names its line, and the others are still read', () => {
  const documents = readYaml(
    'f.yaml',
    `${configMap}---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n\tname: b\n---\n${configMap}`,
  );
  assert.deepEqual(
    documents.map((document) => document.kind),
    ['object', 'problem', 'object'],
  );
  const [, broken] = documents;
  assert.equal(broken?.kind, 'problem');
  assert.equal(broken.place.line, 9);
  assert.match(broken.message, /[Tt]ab/);
});

test('A key that is there twice is a problem that names the key', () => {
  assert.equal(problem(`${configMap}data:\n  a: "1"\n  b: "2"\n  a: "3"\n`), '8: the key "a" is there twice');
  assert.equal(
    problem('{"apiVersion":"v1","kind":"A","metadata":{"name":"a","name":"b"}}'),
    '1: the key "name" is there twice',
  );
});

test('What ends a line for Kubernetes tools alone is a problem with its line, so that it can hide nothing', () => {
  const named = { '\u0085': 'U+0085', '\u2028': 'U+2028', '\u2029': 'U+2029' };
  for (const [character, code] of Object.entries(named)) {
    const message = `has the line separator ${code}, which Kubernetes tools take for a line end`;
    assert.equal(problem(`rules:\n# note${character}- {verbs: ['*']}\n`), `2: ${message}`);
    assert.equal(problem(`${configMap}data:\n  a: x${character}  b: y\n`), `6: ${message}`);
    assert.equal(problem(`${configMap}data:\n  a: "x${character}y"\n`), `6: ${message}`);
  }
  assert.equal(readYaml('f.yaml', `${configMap}data:\n  a: "\\L\\P\\N\\u2028"\n`)[0]?.kind, 'object');
});

test('Text that is not UTF-8 and control characters are problems with a line', () => {
  assert.equal(
    problem(Buffer.concat([Buffer.from(`${configMap}data:\n  a: `), Buffer.from([0xff, 0x0a])])),
    '6: not UTF-8',
  );
  assert.equal(problem(Buffer.from(`\uFEFF${configMap}`, 'utf16le')), '1: not UTF-8');
  assert.equal(problem(`${configMap}data:\n  a: "\u0000"\n`), '6: control characters are not allowed');
});

test('Numbers that a double cannot hold are a problem, for kubectl would send them exactly', () => {
  assert.equal(
    problem(`${configMap}data:\n  a: 9007199254740993\n`),
    '6: the integer 9007199254740993 has more digits than can be compared exactly; write it as text, or below 2^53',
  );
  assert.equal(
    canonicalJson(object(`${configMap}big: 9007199254740992\n`).object['big'] ?? null),
    '9007199254740992',
  );
});

test('The bounds of a schema stay, for the API server itself holds them as doubles', () => {
  const crd = `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a.b}\nspec:\n  maximum: 9223372036854775807\n`;
  assert.equal(object(crd).kind, 'object');
});

test('Anchors and merge keys are unfolded', () => {
  const text = `${configMap}x: &x {a: 1, b: 2}\nsame: *x\nlater: {<<: *x, b: 3}\nbefore: {b: 3, <<: *x}\nlist: {<<: [{c: 1}, {c: 2, d: 2}]}\nquoted: {"<<": 1}\n`;
  const got = object(text).object;
  assert.equal(canonicalJson(got['same'] ?? null), '{"a":1,"b":2}');
  assert.equal(canonicalJson(got['later'] ?? null), '{"a":1,"b":3}');
  assert.equal(canonicalJson(got['before'] ?? null), '{"a":1,"b":2}');
  assert.equal(canonicalJson(got['list'] ?? null), '{"c":1,"d":2}');
  assert.equal(canonicalJson(got['quoted'] ?? null), '{"<<":1}');
  assert.match(problem(`${configMap}a: &a {b: *a}\n`), /^5: anchor a contains itself/);
  assert.match(problem(`${configMap}a: *gone\n`), /gone/);
});

test('A key named __proto__ is a key like any other', () => {
  const got = object(`${configMap}data:\n  __proto__: {x: z}\n`).object;
  assert.equal(canonicalJson(got['data'] ?? null), '{"__proto__":{"x":"z"}}');
});

test('Every real object of the corpora is read with an identity', () => {
  const folder = new URL('../../../shared/corpora/objects/', import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  const documents = files.flatMap((file) => readYaml(file, readFileSync(new URL(file, folder))));
  assert.deepEqual(
    documents.filter((document) => document.kind !== 'object'),
    [],
  );
  assert.equal(documents.length, 2812);
});
