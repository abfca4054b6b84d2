/** A team's repository beside another team's Applications, in one Argo CD. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { argoCdObject } from '../bed/argo-cd/object.ts';
import { openDefinitions } from '../bed/argo-cd/open-kinds.ts';
import { seed } from '../bed/seed.ts';
import type { Told } from '../doors/in-process.ts';
import { base64, hidden, leakIn } from './canary.ts';
import { manifests, nothing, openSight, type TeamsSight } from './neighbors.ts';
import { object, theirs } from './others.ts';

const url = 'https://github.com/octo-org/shop';

let sight: TeamsSight;

const inCluster = { server: 'https://kubernetes.default.svc', namespace: 'shop' };

function application(name: string, spec: JsonObject): KubeObject {
  return argoCdObject('Application', name, { project: 'default', destination: inCluster, ...spec });
}

function from(path: string): JsonObject {
  return { source: { repoURL: url, path, targetRevision: 'main' } };
}

/** Another repository's, with values of its own in it. */
const payments = {
  ...application('payments', {
    source: {
      repoURL: `https://github.com/${hidden('org')}/payments`,
      path: hidden('path'),
      targetRevision: 'main',
      helm: { parameters: [{ name: hidden('parameter'), value: hidden('parameter-value') }] },
    },
    syncPolicy: { automated: { prune: true } },
  }),
  status: {
    resources: ['tracked', 'settings', 'applied'].map((name) => ({
      version: 'v1',
      kind: 'ConfigMap',
      namespace: theirs,
      name,
    })),
    sync: { revision: '1'.repeat(40), status: 'Synced' },
  },
};

const secretText = JSON.stringify({ data: { config: base64(hidden('token')) } });
const clusterSecret: KubeObject = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    name: 'remote',
    namespace: 'argocd',
    labels: { 'argocd.argoproj.io/secret-type': 'cluster' },
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': secretText },
  },
  data: {
    name: base64('remote'),
    server: base64('https://remote.example.com'),
    config: base64(hidden('token')),
  },
};

const own = { 'deploy/map.yaml': manifests(object('ConfigMap', 'tracked', { data: { a: 'b' } })) };

before(async () => {
  sight = await openSight({
    kinds: openDefinitions,
    installations: [
      { kind: 'argo-cd', cluster: 'production', namespace: 'argocd', version: 'v3.5.0', appliesAs: [] },
    ],
    origin: { urls: [url], branch: 'main', defaultBranch: 'main' },
  });
  await seed(sight.bed, [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'argocd' } },
    object('ConfigMap', 'tracked', {
      metadata: {
        annotations: { 'argocd.argoproj.io/tracking-id': `payments:/ConfigMap:${theirs}/tracked` },
      },
      data: { [hidden('tracked-key')]: hidden('tracked') },
    }),
    payments,
    clusterSecret,
  ]);
});

after(async () => {
  await sight.end();
});

function gapsOf({ form }: Told, unit: string): readonly string[] {
  return form.gaps.filter((gap) => gap.unit === unit).map(({ kind }) => kind);
}

const foreign = 'argo-cd/production/argocd/payments';

test('An Application that only head declares claims nothing of the live one of its name', async () => {
  for (const head of [
    { ...own, 'payments.yaml': manifests(application('payments', from('deploy'))) },
    {
      ...own,
      'root.yaml': manifests(application('root', from('apps'))),
      'apps/payments.yaml': manifests(application('payments', from('deploy'))),
    },
    { ...own, 'set.yaml': manifests(setOf('payments', [{ list: { elements: [{}] } }])) },
  ]) {
    const told = await sight.review(nothing, head);
    assert.ok(gapsOf(told, foreign).includes('inventory-unreadable'));
    assert.ok(told.form.changes.some(({ unit, live }) => unit === foreign && live === null));
    assert.equal(leakIn(told.all), undefined);
  }
});

function setOf(name: string, generators: readonly JsonObject[]): KubeObject {
  const { metadata, spec } = application(name, from('deploy'));
  return argoCdObject('ApplicationSet', 'set', {
    goTemplate: true,
    generators: [...generators],
    template: { metadata: { name: metadata.name }, spec: spec ?? {} },
  });
}

test('Base’s declaration under a live Application of another repository names none of its fields', async () => {
  const declared = { ...nothing, ...own, 'web.yaml': manifests(application('payments', from('deploy'))) };
  const told = await sight.review(declared, {
    'deploy/map.yaml': manifests(object('ConfigMap', 'mine', { data: { a: 'b' } })),
  });
  const drift = told.form.findings.find(({ title }) => title === 'The live Application differs from Git');
  assert.match(drift?.detail ?? '', /another repository/);
});
