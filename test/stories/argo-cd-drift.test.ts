/** An Application whose objects were changed in the cluster: what its review says of drift, writers and ignore rules. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import type { JsonObject } from '../../src/object/json.ts';
import { isJsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { argoCdObject } from '../bed/argo-cd/object.ts';
import { seed } from '../bed/seed.ts';
import { checkout } from '../doors/checkout.ts';
import { git } from '../github/git.ts';
import { openArgoCdHome, type ArgoCdHome } from './argo-cd-home.ts';
import { runProofline } from './command-line.ts';

const url = 'https://github.com/octo-org/shop';

function application(more: JsonObject = {}): KubeObject {
  return argoCdObject('Application', 'web', {
    project: 'default',
    destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
    source: { repoURL: url, path: 'deploy', targetRevision: 'main' },
    syncPolicy: { automated: { selfHeal: false } },
    ...more,
  });
}

function deployment(name: string): KubeObject {
  const labels = { app: name };
  const containers = [{ name: 'web', image: 'registry.example.com/web:1' }];
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'shop' },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers } },
    },
  };
}

const config = (level: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'web', namespace: 'shop' },
  data: { level },
});

/** As Argo CD leaves it: tracked, and with what was applied last. */
function applied(object: KubeObject): KubeObject {
  const { kind, metadata } = object;
  const group = kind === 'ConfigMap' ? '' : 'apps';
  const tracking = { 'argocd.argoproj.io/tracking-id': `web:${group}/${kind}:shop/${metadata.name}` };
  const tracked = { ...object, metadata: { ...metadata, annotations: tracking } };
  const last = { 'kubectl.kubernetes.io/last-applied-configuration': `${JSON.stringify(tracked)}\n` };
  return { ...tracked, metadata: { ...tracked.metadata, annotations: { ...tracking, ...last } } };
}

const replicas = 'spec:\n  replicas: 2 # two zones\n';

/** With a line of its own for what drifts. */
function text(object: KubeObject): string {
  const { spec, ...rest } = object;
  if (!isJsonObject(spec)) return JSON.stringify(object);
  const { replicas: _two, ...others } = spec;
  const head = Object.entries(rest).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  const tail = Object.entries(others).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`);
  return [...head, replicas, ...tail].join('');
}

const base = {
  'argo/web.yaml': JSON.stringify(application()),
  'deploy/web.yaml': text(deployment('web')),
  'deploy/api.yaml': text(deployment('api')),
  'deploy/config.yaml': text(config('info')),
};

let home: ArgoCdHome;

before(async () => {
  home = await openArgoCdHome();
  const { bed } = home;
  const anything = { destinations: [{ server: '*', namespace: '*' }], sourceRepos: ['*'] };
  const objects = [deployment('web'), deployment('api'), config('info')];
  const resources = objects.map(({ kind, metadata: { name } }) => ({
    ...(kind === 'ConfigMap' ? {} : { group: 'apps' }),
    version: 'v1',
    kind,
    namespace: 'shop',
    name,
  }));
  const sync = { revision: '1'.repeat(40), status: 'Synced' };
  await seed(bed, [
    argoCdObject('AppProject', 'default', {
      ...anything,
      clusterResourceWhitelist: [{ group: '*', kind: '*' }],
    }),
    { ...application(), status: { resources, sync } },
  ]);
  await seed(bed, objects.map(applied), 'argocd-controller');
  await write('deployments/web', 'kubectl-edit', 5);
  await write('deployments/api/scale', 'kube-controller-manager', 7);
});

after(async () => home.close());

async function write(path: string, manager: string, number: number): Promise<void> {
  const { status } = await home.bed.admin.send({
    method: 'PATCH',
    path: `/apis/apps/v1/namespaces/shop/${path}?fieldManager=${manager}`,
    contentType: 'application/merge-patch+json',
    body: { spec: { replicas: number } },
  });
  assert.equal(status, 200);
}

async function comment(name: string, changed: Readonly<Record<string, string>>): Promise<string> {
  const place = await checkout(join(home.bed.folder, name), { base, head: { ...base, ...changed } });
  await git(place.directory, ['remote', 'add', 'origin', `${url}.git`]);
  const args = [
    'review',
    '--base',
    'main',
    '--head',
    'change',
    '--argo-cd',
    'argocd',
    '--format',
    'markdown',
  ];
  const variables = { KUBECONFIG: home.identity.kubeconfig, PROOFLINE_CACHE: join(home.bed.folder, 'cache') };
  const { stdout, stderr } = await runProofline([...args, place.directory], variables);
  assert.match(stdout, /argo-cd\/[^`]*argocd\/web/u, stderr);
  return stdout;
}

test('A sync for another object is told to set drift back, with ways out and the line for Git', async () => {
  const said = await comment('drift', { 'deploy/config.yaml': text(config('debug')) });
  assert.match(said, /\*\*This apply sets back what somebody changed in the cluster by hand\*\*/u);
  assert.match(
    said,
    /Deployment `shop\/web` \.spec\.replicas from 5 to 2, written by kubectl-edit \(a person or script, by kubectl\)/u,
  );
  assert.match(said, /`RespectIgnoreDifferences=true`/u);
  assert.match(
    said,
    /Into Git at [^\n]*deploy\/web\.yaml:\d+[^\n]*:\n\n```suggestion\n {2}replicas: 5 # two zones\n```/u,
  );
  assert.match(said, /`Deployment shop\/api`|Deployment `shop\/api`/u);
  assert.match(said, /from 7 to 2, written by kube-controller-manager \(HorizontalPodAutoscaler\)/u);
});

test('An ignore rule that comes is one card, with the live fields that it hides on how many objects', async () => {
  const rule = { group: 'apps', kind: 'Deployment', jsonPointers: ['/spec/replicas'] };
  const said = await comment('ignored', {
    'argo/web.yaml': JSON.stringify(application({ ignoreDifferences: [rule] })),
    'deploy/config.yaml': text(config('debug')),
  });
  assert.equal(said.match(/hides more from its reconciler/gu)?.length, 1);
  assert.match(
    said,
    /Of what lives now it hides `\.spec\.replicas` on 2 objects\. The sync still overwrites what is hidden/u,
  );
});
