import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Json } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { learnFromValues, learnSecrets } from '../../src/object/learn-secrets.ts';
import { createMask } from '../../src/object/mask.ts';

function configMap(data: Readonly<Record<string, Json>>, name = 'settings'): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' }, data };
}

function maskAfter(...objects: readonly KubeObject[]) {
  const mask = createMask();
  learnSecrets(mask, objects);
  return mask;
}

test('A value in a secret place of any kind of object is known wherever it is quoted', () => {
  const pod = {
    spec: {
      containers: [
        {
          args: ['--password=k1-argument', '--token', 'k2-argument'],
          env: [{ name: 'API_TOKEN', value: 'k3-variable' }],
        },
      ],
    },
  };
  const annotations = {
    'example.com/client-secret': 'k4-annotation',
    'kubectl.kubernetes.io/last-applied-configuration': '{"data":{"DB_PASSWORD":"k5-copied"}}',
  };
  const job: KubeObject = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'job', annotations },
    spec: { template: pod },
  };
  const data = {
    DB_PASSWORD: 'k6-in-map',
    'app.properties': 'a=b\ndb.password=k7-in-file\n',
    url: 'mysql://u:k8-in-url@db/shop',
    PIN_TOKEN: 123_456_789,
  };
  const mask = maskAfter(job, configMap(data));
  const words =
    'k1-argument k2-argument k3-variable k4-annotation k5-copied k6-in-map k7-in-file k8-in-url 123456789';
  assert.equal(mask.text(words), Array.from({ length: 9 }, () => '***').join(' '));
});

test('A Secret inside of a List is known like one that stands alone', () => {
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 's' },
    stringData: { any: 'plain words' },
  };
  const mask = maskAfter({ apiVersion: 'v1', kind: 'List', metadata: { name: '' }, items: [secret] });
  assert.equal(mask.text('he said plain words twice'), 'he said *** twice');
});

test('Names, words, paths and versions that stand in a secret place do not hide half of a review', () => {
  const data = {
    SECRET_BACKEND: 'kubernetes',
    dbPassword: 'db-creds-1',
    TOKEN_A: '/var/run/token-1',
    TOKEN_B: 'https://issuer-1.example.com/',
    TOKEN_C: 'other-7h2k9m4b5t',
    token: '12',
    credentials: 'apiVersion: v1\nkind: Config\nregion: eu-west-1\n',
  };
  const mask = maskAfter(configMap(data), configMap({}, 'other-7h2k9m4b5t'));
  for (const text of [...Object.values(data), 'app.kubernetes.io/name', 'region: eu-west-1']) {
    const shown = mask.text(text);
    assert.equal(shown, text);
  }
});

test('Values of a chart are known by their keys', () => {
  const mask = createMask();
  learnFromValues(mask, { db: { adminPassword: 'n0-word', host: 'db-1.example.com' } });
  assert.equal(mask.text('hello n0-word at db-1.example.com'), 'hello *** at db-1.example.com');
});
