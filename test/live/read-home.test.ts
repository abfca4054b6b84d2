import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { readHome } from '../../src/live/read-home.ts';
import type { Session } from '../../src/live/session.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { sessionOf } from '../bed/identity.ts';
import { seed } from '../bed/seed.ts';
import { startGuarded, type Guarded } from '../kube/guarded.ts';
import { configMap } from './asking.ts';

let guarded: Guarded;
let session: Session;

before(async () => {
  guarded = await startGuarded();
  await seed(guarded.bed, [
    configMap('settings', { a: '1' }),
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: 'cluster-a',
        namespace: 'default',
        labels: { type: 'cluster' },
        annotations: {
          team: 'shop',
          'kubectl.kubernetes.io/last-applied-configuration': '{"stringData":{"config":"a-token"}}',
        },
      },
      stringData: { name: 'a', config: 'a-token-that-nobody-may-see' },
    },
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'other', namespace: 'default' },
      stringData: { name: 'other' },
    },
  ]);
  session = await sessionOf(guarded.identity.cluster);
});

after(async () => {
  await proveNothingWritten(guarded.bed, { onlyReads: true });
  await guarded.end();
});

test('Objects are read by name or by label, and what is not there is not there', async () => {
  const { objects, gaps } = await readHome(session, [
    { group: '', kind: 'ConfigMap', namespace: 'default', name: 'settings' },
    { group: '', kind: 'ConfigMap', namespace: 'default', name: 'missing' },
    { group: 'example.org', kind: 'Unknown', namespace: undefined },
  ]);
  assert.deepEqual(gaps, []);
  assert.deepEqual(
    objects.map(({ metadata }) => metadata.name),
    ['settings'],
  );
});

test('Where only the plural is known, the exact version of it is read', async () => {
  const read = { group: '', kind: 'configmaps', namespace: 'default' };
  const { objects, gaps } = await readHome(session, [
    { ...read, version: 'v1' },
    { ...read, version: 'v2' },
    { ...read, kind: 'ConfigMaps', version: 'v1' },
  ]);
  assert.deepEqual(gaps, []);
  const settings = objects.filter(({ metadata }) => metadata.name === 'settings');
  assert.deepEqual(
    settings.map(({ apiVersion, kind, data }) => [apiVersion, kind, data]),
    [['v1', 'ConfigMap', { a: '1' }]],
  );
});

test('Of a Secret only the keys that were asked for come in', async () => {
  const secret = { group: '', kind: 'Secret', namespace: 'default', labelSelector: 'type=cluster' };
  const { objects, gaps } = await readHome(session, [{ ...secret, secretKeys: ['name'] }]);
  assert.deepEqual(gaps, []);
  assert.deepEqual(
    objects.map(({ data }) => data),
    [{ name: Buffer.from('a').toString('base64') }],
  );
  assert.deepEqual(
    objects.map(({ metadata }) => metadata['annotations']),
    [{ team: 'shop' }],
  );
});

test('Of a Secret the names of its keys can be had without a value', async () => {
  const secret = { group: '', kind: 'Secret', namespace: 'default', labelSelector: 'type=cluster' };
  const { objects } = await readHome(session, [{ ...secret, secretKeyNames: true }]);
  assert.deepEqual(
    objects.map(({ data }) => data),
    [{ config: '', name: '' }],
  );
});

test('What the credential may not read is a gap that names it', async () => {
  const { objects, gaps } = await readHome(session, [{ group: '', kind: 'Secret', namespace: 'default' }]);
  const { objects: none, gaps: forbidden } = await readHome({ ...session, signal: AbortSignal.abort() }, [
    { group: '', kind: 'ConfigMap', namespace: 'default', name: 'settings' },
  ]);
  assert.deepEqual([objects.length, gaps], [2, []]);
  assert.deepEqual(none, []);
  assert.match(forbidden[0]?.why ?? '', /^ConfigMap of the reconciler: cluster bed: /);
});
