import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { abouts, application, discovered, file, here, home } from './story.ts';

async function found(more: JsonObject, targetRevision = 'main'): Promise<readonly string[]> {
  const project: KubeObject = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'AppProject',
    metadata: { name: 'team', namespace: 'argocd' },
    spec: { sourceRepos: ['*'], destinations: [{ server: '*', namespace: '*' }], ...more },
  };
  const spec = { project: 'team', source: { repoURL: here, path: 'web', targetRevision } };
  return abouts(await discovered({ 'a.yaml': file(application({ spec })) }, { homes: [home([project])] }));
}

test('That a project wants signed commits is said, since the merge is not there yet', async () => {
  const told = ['signature-needed argo-cd/hub/argocd/web'];
  assert.deepEqual(await found({ signatureKeys: [{ keyID: '4AEE18F83AFDEB23' }] }), told);
  assert.deepEqual(await found({ sourceIntegrity: { git: { policies: [{}] } } }), told);
  assert.deepEqual(await found({ signatureKeys: [], sourceIntegrity: {} }), []);
  assert.deepEqual(await found({}), []);
  // What the merge does not move is signed or not already.
  assert.deepEqual(await found({ signatureKeys: [{ keyID: '4AEE18F83AFDEB23' }] }, 'v1.0.0'), []);
});
