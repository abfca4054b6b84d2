import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { Runner } from '../../src/process/run.ts';
import { openBedRunner, renderersWith } from '../render/rendered.ts';
import { located } from './located.ts';
import type { Change, Texts } from './located.ts';

let runner: Runner;

before(async () => {
  runner = await openBedRunner();
});

after(async () => {
  await runner.close();
});

async function assertLocated(change: Change, expected: readonly string[]): Promise<void> {
  const found = await located(renderersWith(runner), change);
  assert.deepEqual([...found].sort(), [...expected].sort());
}

const directory = { kind: 'directory', path: '.', recurse: true } as const;
const kustomize = { kind: 'kustomize', path: 'prod' } as const;
function deployment({ image = 'shop/web:1', replicas = '2', app = 'web' }): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: ${replicas}
  selector:
    matchLabels:
      tier: front
      app: ${app}
  template:
    spec:
      containers:
        - name: log
          image: log:1
        - name: web
          image: ${image}
`;
}

const configMap = (name: string, value = '1'): string => `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
data:
  a: "${value}"
`;

test('A field that its file declares stands on its own line there', async () => {
  await assertLocated(
    {
      plan: directory,
      base: { 'web.yaml': `${configMap('a')}---\n${deployment({})}` },
      head: {
        'web.yaml': `${configMap('a')}---\n${deployment({ image: 'shop/web:2', replicas: '0', app: 'other' })}`,
      },
    },
    [
      'selector-changed Deployment/web web.yaml:17',
      'workload-scaled-to-zero Deployment/web web.yaml:13',
      'image-changed Deployment/web web.yaml:24',
    ],
  );
});

const list = (rules: string): string => `apiVersion: v1
kind: List
items:
  - apiVersion: rbac.authorization.k8s.io/v1
    kind: Role
    metadata: { name: shop, namespace: shop }
    rules:
      - { apiGroups: [""], resources: [configmaps], verbs: [get] }
${rules}`;

test('A rule of a role in a List stands where its item does', async () => {
  const granting = '      - { apiGroups: [""], resources: [secrets], verbs: [get] }\n';
  await assertLocated(
    { plan: directory, base: { 'rbac.yaml': list('') }, head: { 'rbac.yaml': list(granting) } },
    ['rbac-widened Role/shop rbac.yaml:9'],
  );
});

test('What is deleted is told where head goes on without it, and at base where head has no such file', async () => {
  const three = ['a', 'b', 'c'].map((name) => configMap(name));
  const base = { 'all.yaml': three.join('---\n'), 'gone.yaml': configMap('d') };
  const [a = '', b = '', c = ''] = three;
  await assertLocated({ plan: directory, base, head: { 'all.yaml': `${a}---\n${c}`, 'gone.yaml': '' } }, [
    'object-deleted ConfigMap/b all.yaml:7',
    'object-deleted ConfigMap/d gone.yaml:1 (base)',
  ]);
  await assertLocated(
    { plan: directory, base: { 'all.yaml': `${a}---\n${b}` }, head: { 'all.yaml': configMap('a', '2') } },
    ['object-deleted ConfigMap/b all.yaml:6'],
  );
  await assertLocated({ plan: directory, base: { 'all.yaml': `${a}---\n${b}` }, head: { 'all.yaml': b } }, [
    'object-deleted ConfigMap/a all.yaml:1',
  ]);
});

const overlay = (settings: string): Texts => ({
  'base/kustomization.yaml': 'resources: [web.yaml]\n',
  'base/web.yaml': deployment({}),
  'prod/kustomization.yaml': `namePrefix: prod-\nresources: [../base]\n${settings}`,
});

/** What an overlay sets from now on, or sets otherwise than before. */
async function assertOverlay(base: string, head: string, expected: readonly string[]): Promise<void> {
  await assertLocated({ plan: kustomize, base: overlay(base), head: overlay(head) }, expected);
}

test('A field that no overlay touches stands in the base’s file', async () => {
  await assertLocated(
    { plan: kustomize, base: overlay(''), head: { 'base/web.yaml': deployment({ replicas: '0' }) } },
    ['workload-scaled-to-zero Deployment/prod-web base/web.yaml:6'],
  );
});

test('An image that a kustomization sets stands at its tag, its name or its digest', async () => {
  const images = (entries: string): string =>
    `images:\n  - name: log\n    newTag: "2"\n  - name: shop/web\n${entries}`;
  await assertOverlay(images('    newTag: "1"\n'), images('    newTag: "2"\n'), [
    'image-changed Deployment/prod-web prod/kustomization.yaml:7',
  ]);
  await assertOverlay('', 'images:\n  - name: shop/web\n    newName: other/web\n    newTag: "3"\n', [
    'image-changed Deployment/prod-web prod/kustomization.yaml:5, prod/kustomization.yaml:6',
  ]);
});

test('Replicas that a kustomization sets stand at their count', async () => {
  await assertOverlay('', 'replicas:\n  - name: web\n    count: 0\n', [
    'workload-scaled-to-zero Deployment/prod-web prod/kustomization.yaml:5',
  ]);
});

const zero = 'workload-scaled-to-zero Deployment/prod-web';

test('A field that a patch sets stands in the patch, in its own file or in the kustomization', async () => {
  const patch = `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 0\n`;
  const base = overlay('');
  const head = { ...overlay('patches:\n  - path: zero.yaml\n'), 'prod/zero.yaml': patch };
  await assertLocated({ plan: kustomize, base, head }, [`${zero} prod/zero.yaml:6`]);
  const indented = patch.replaceAll(/^/gm, '      ');
  await assertOverlay('', `patches:\n  - patch: |-\n${indented.trimEnd()}\n`, [
    `${zero} prod/kustomization.yaml:10`,
  ]);
  const target = '    target: { kind: Deployment, name: web }\n';
  const operation = '      - op: replace\n        path: /spec/replicas\n        value: 0\n';
  await assertOverlay('', `patches:\n  - patch: |-\n${operation}${target}`, [
    `${zero} prod/kustomization.yaml:7`,
  ]);
});

test('Where two entries could have set a field, the object’s first line is said', async () => {
  const replicas = 'replicas:\n  - name: web\n    count: 0\n';
  const patch =
    'patches:\n  - patch: |-\n      - op: replace\n        path: /spec/replicas\n        value: 0\n';
  await assertOverlay('', `${replicas}${patch}    target: { kind: Deployment, name: web }\n`, [
    `${zero} base/web.yaml:1`,
  ]);
});
