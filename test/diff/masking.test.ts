import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Change } from '../../src/diff/change.ts';
import { compareRendered } from '../../src/diff/compare-rendered.ts';
import type { JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { createMask } from '../../src/object/mask.ts';
import { compareOne, configMap, declared, deployment, object, served } from './objects.ts';

function changeOf(before: KubeObject, after: KubeObject): Change {
  return compareOne({ base: before, head: after, live: before, basePrediction: before, prediction: after })
    .only.change;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function secret(password: string, metadata: JsonObject = {}): KubeObject {
  return object('v1', 'Secret', {
    metadata,
    data: { password: base64(password), same: base64('canary-same') },
  });
}

function assertHidden(shown: unknown, ...canaries: readonly string[]): void {
  const text = JSON.stringify(shown);
  assert.ok(text.includes('***'), text);
  for (const canary of canaries) {
    assert.ok(!text.includes(canary), `${canary} in ${text}`);
    assert.ok(!text.includes(base64(canary)), `base64 of ${canary} in ${text}`);
  }
}

test('the values of a Secret are hidden, and which one changed is told', () => {
  const applied = (value: string) => ({
    annotations: {
      'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(secret(value)),
      'example.com/copy': JSON.stringify(secret(value)),
    },
  });
  const change = changeOf(
    secret('canary-one', applied('canary-one')),
    secret('canary-two', applied('canary-two')),
  );
  assertHidden(change, 'canary-one', 'canary-two', 'canary-same');
  assert.deepEqual(change.fields.map(({ path, before, after }) => [path, before, after])[0], [
    '.data.password',
    '"*** (before)"',
    '"*** (after)"',
  ]);
  assert.match(change.text, /^-  password: "?\*\*\* \(before\)"?$/m);
  assert.match(change.text, /^\+  password: "?\*\*\* \(after\)"?$/m);
  assert.match(change.text, /^ {3}same: "?\*\*\*"?$/m);
  assert.doesNotMatch(change.text, /last-applied/);
});

test('a Secret that comes or goes shows its keys alone', () => {
  const [created] = compareRendered({
    unit: 'u',
    base: [],
    head: declared(secret('canary-one')),
    mask: createMask(),
  });
  assertHidden(created?.change, 'canary-one', 'canary-same');
  assert.match(created?.change.text ?? '', /^\+ {2}password:/m);
});

test('credentials in arguments, variables and annotations are hidden, and their change is told', () => {
  const before = deployment(
    {
      args: ['--password', 'canary-one', '--port=80', '--token=canary-one'],
      env: [{ name: 'DB_PASSWORD', value: 'canary-one' }],
    },
    {},
    { annotations: { 'example.com/api-key': 'canary-one' } },
  );
  const after = deployment(
    {
      args: ['--password', 'canary-two', '--port=81', '--token=canary-two'],
      env: [{ name: 'DB_PASSWORD', value: 'canary-two' }],
    },
    {},
    { annotations: { 'example.com/api-key': 'canary-two' } },
  );
  const change = changeOf(before, after);
  assertHidden(change, 'canary-one', 'canary-two');
  assert.equal(change.fields.length, 5);
  assert.equal(change.fields.filter(({ before: from, after: to }) => from !== to).length, 5);
  assert.match(change.text, /--port=81/);
});

test('a file in a ConfigMap is hidden line by line', () => {
  const file = (password: string, level: string) => `level: ${level}\npassword: ${password}\nname: x\n`;
  const change = changeOf(
    configMap({ 'app.yaml': file('canary-one', 'info') }),
    configMap({ 'app.yaml': file('canary-two', 'debug') }),
  );
  assertHidden(change, 'canary-one', 'canary-two');
  assert.match(change.text, /^- +level: info$/m);
  assert.match(change.text, /^\+ +password: \*\*\* \(after\)$/m);
  assert.match(change.text, /^ +name: x$/m);
});

test("a Secret's value is hidden in another object of the unit", () => {
  const mask = createMask();
  const head = declared(secret('canary-one'), configMap({ note: 'login canary-one now' }));
  const found = compareRendered({ unit: 'u', base: [], head, mask });
  assert.equal(found.length, 2);
  assertHidden(
    found.map(({ change }) => change),
    'canary-one',
  );
  assert.match(found[1]?.change.text ?? '', /note: login \*\*\* now/);
});

test('references to Secrets stay readable', () => {
  const change = changeOf(
    deployment({ envFrom: [{ secretRef: { name: 'one' } }] }),
    deployment({ envFrom: [{ secretRef: { name: 'two' } }] }),
  );
  assert.deepEqual(
    change.fields.map(({ before, after }) => [before, after]),
    [['"one"', '"two"']],
  );
});

test('a very long change is cut with a count', () => {
  const lines = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${String(index)}`, 'v']));
  const { text } = changeOf(configMap({}), served(configMap(lines)));
  assert.match(text, /… \d+ more lines\n$/);
  assert.ok(text.split('\n').length < 410);
});

test('what lives where the render only stands in for a value is hidden, a map as well as a text', () => {
  const rendered = configMap({
    text: 'http://value-not-seen-by-proofline@host',
    map: 'value-not-seen-by-proofline',
  });
  const live = { ...rendered, data: { text: 'http://canary-one@host', map: { inner: 'canary-two' } } };
  const change = changeOf(live, rendered);
  assertHidden(change, 'canary-one', 'canary-two');
});
