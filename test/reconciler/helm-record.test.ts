import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Json, JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { createMask } from '../../src/object/mask.ts';
import type { HelmRecord } from '../../src/reconciler/helm-record.ts';
import { learnRecord, readRecord, releaseOf } from '../../src/reconciler/helm-record.ts';

const release: JsonObject = {
  name: 'shop',
  namespace: 'web',
  version: 3,
  info: { status: 'deployed', notes: 'hello' },
  chart: { metadata: { name: 'shop', version: '1.2.3' }, templates: [], values: {} },
  config: { color: 'red', adminPassword: 'Xk29-qpL8-vv31' },
  manifest:
    '---\n# Source: shop/templates/a.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n---\n# nothing\n---\napiVersion: v1\nkind: Secret\nmetadata:\n  name: s\nstringData:\n  key: very-private-value\n',
  hooks: [
    {
      name: 'h',
      manifest:
        'apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: h\n  annotations:\n    helm.sh/hook: pre-upgrade\n',
    },
  ],
  apply_method: 'ssa',
};

function secretOf(bytes: Buffer): KubeObject {
  const inner = bytes.toString('base64');
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'sh.helm.release.v1.shop.v3', namespace: 'web' },
    type: 'helm.sh/release.v1',
    data: { release: Buffer.from(inner).toString('base64') },
  };
}

function recordOf(value: Json): ReturnType<typeof readRecord> {
  return readRecord(secretOf(gzipSync(JSON.stringify(value))));
}

function known(value: Json): HelmRecord {
  const record = recordOf(value);
  assert.ok(!('why' in record));
  return record;
}

test('A release is read from its Secret, zipped or not', () => {
  const record = known(release);
  assert.deepEqual(
    { ...record, manifest: record.manifest.length, hooks: record.hooks.length },
    {
      name: 'shop',
      namespace: 'web',
      version: 3,
      status: 'deployed',
      applyMethod: 'ssa',
      chartName: 'shop',
      chartVersion: '1.2.3',
      config: { color: 'red', adminPassword: 'Xk29-qpL8-vv31' },
      manifest: 2,
      hooks: 1,
    },
  );
  assert.deepEqual(readRecord(secretOf(Buffer.from(JSON.stringify(release)))), record);
});

test('What Helm 3 wrote says no method, and was applied by the client', () => {
  const { apply_method: _, ...older } = release;
  assert.equal(known({ ...older, hooks: null, config: null }).applyMethod, 'csa');
});

test('What cannot be read says why, and quotes nothing', () => {
  const reasons = [
    readRecord({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } }),
    readRecord(secretOf(Buffer.from([0x1f, 0x8b, 0x08, 1, 2, 3]))),
    recordOf({ name: 'shop' }),
    recordOf({ ...release, manifest: 'a: [very-private-value' }),
    readRecord(secretOf(gzipSync(Buffer.alloc(65 * 1024 * 1024, 32)))),
  ];
  assert.deepEqual(reasons, [
    { why: 'the Secret holds no release' },
    { why: 'it cannot be unzipped' },
    { why: 'it is not in the form in which Helm writes releases' },
    { why: 'its manifest cannot be read as YAML' },
    { why: 'unzipped it has more than 67108864 bytes' },
  ]);
});

test('What is secret in a release is hidden wherever it is said', () => {
  const mask = createMask();
  learnRecord(mask, known(release));
  assert.equal(mask.text('very-private-value and Xk29-qpL8-vv31'), '*** and ***');
});

test('An upgrade starts from the last deployed revision, not from a failed one', () => {
  const [one, two, three] = ['superseded', 'deployed', 'failed'].map((status, index) =>
    known({ ...release, version: index + 1, info: { status } }),
  );
  assert.ok(one !== undefined && two !== undefined && three !== undefined);
  assert.deepEqual(releaseOf([one, two, three]), { ...three, startsFrom: two });
  assert.deepEqual(releaseOf([two, one]), two);
  assert.deepEqual(releaseOf([one, three]), three);
  assert.equal(releaseOf([]), undefined);
});
