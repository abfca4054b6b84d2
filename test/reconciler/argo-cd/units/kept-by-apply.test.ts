import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { specAfterApply } from '../../../../src/reconciler/argo-cd/units/kept-by-apply.ts';

const repoURL = 'https://github.example.com/shop/deploy';
const origin = { urls: [repoURL], branch: 'main', defaultBranch: 'main' };

function application(source: JsonObject, annotations: JsonObject = {}): KubeObject {
  const metadata = { name: 'web', namespace: 'argocd', annotations };
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata,
    spec: { source: { repoURL, ...source } },
  };
}

function recorded(source: JsonObject): JsonObject {
  return { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(application(source)) };
}

function sourceAfter(declared: JsonObject, live: KubeObject): unknown {
  const candidate = { manifest: application(declared), live, generatedBy: undefined } as const;
  return specAfterApply({ ...candidate, declaredIn: 'git' }, origin)['source'];
}

const parameters = [{ name: 'tag', value: 'v1.5' }];
const written = { path: 'chart', helm: { parameters } };

test('What somebody added to the live Application stays when its declaration is applied again', () => {
  const live = application(written, recorded({ path: 'chart' }));
  assert.deepEqual(sourceAfter({ path: 'next' }, live), { repoURL, path: 'next', helm: { parameters } });
});

test('What Git stated before, and states no more or otherwise, is as Git has it', () => {
  const live = application(written, recorded(written));
  assert.deepEqual(sourceAfter({ path: 'chart' }, live), { repoURL, path: 'chart' });
  const edited = application({ path: 'edited' }, recorded({ path: 'chart' }));
  assert.deepEqual(sourceAfter({ path: 'chart' }, edited), { repoURL, path: 'chart' });
});

test('Without a record, or where its sources are of another repository, nothing is taken from the live one', () => {
  assert.deepEqual(sourceAfter({ path: 'chart' }, application(written)), { repoURL, path: 'chart' });
  const foreign = { ...written, repoURL: 'https://github.example.com/other/deploy' };
  const live = application(foreign, recorded({ path: 'chart' }));
  assert.deepEqual(sourceAfter({ path: 'chart' }, live), { repoURL, path: 'chart' });
});
