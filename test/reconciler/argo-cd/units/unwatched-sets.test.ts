import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import type { Home } from '../../../../src/reconciler/declarations.ts';
import { abouts, application, bothSides, discovered, file, here, home, ids, inCluster } from './story.ts';

const set: KubeObject = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'ApplicationSet',
  metadata: { name: 'shops', namespace: 'team' },
  spec: {
    generators: [{ list: { elements: [{ name: 'red' }] } }],
    template: {
      metadata: { name: '{{name}}' },
      spec: { project: 'default', destination: inCluster, source: { repoURL: here, path: 'red' } },
    },
  },
};

const ownerReferences: readonly JsonObject[] = [
  { apiVersion: 'argoproj.io/v1alpha1', kind: 'ApplicationSet', name: 'shops', uid: '1', controller: true },
];
const made = application({ name: 'old', namespace: 'team' });
const owned: KubeObject = { ...made, metadata: { ...made.metadata, ownerReferences: [...ownerReferences] } };

function looking(namespaces: string, ...live: readonly KubeObject[]): { readonly homes: readonly Home[] } {
  const parameters = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'argocd-cmd-params-cm', namespace: 'argocd' },
    data: { 'application.namespaces': 'team', 'applicationsetcontroller.namespaces': namespaces },
  };
  return { homes: [home([parameters, ...live])] };
}

test('A set where its controller does not look makes nothing, and this is said once', async () => {
  const files = { 'set.yaml': file(set) };
  const seen = await discovered(files, looking('te*'));
  assert.deepEqual(ids(seen), ['argo-cd/hub/team/red']);
  assert.deepEqual(abouts(seen), []);
  const unseen = await discovered(files, looking('', set));
  assert.deepEqual(ids(unseen), []);
  assert.deepEqual(abouts(unseen), ['application-set-not-watched -']);
});

test('A live set of that kind is neither evaluated nor spoken of', async () => {
  const found = await discovered({ 'red/map.yaml': '' }, looking('', set));
  assert.deepEqual([ids(found), abouts(found)], [[], []]);
  const evaluated = await discovered({ 'red/map.yaml': '' }, looking('team', set));
  assert.deepEqual(ids(evaluated), ['argo-cd/hub/team/red']);
});

test('An ArgoCD resource names the namespaces of sets too', async () => {
  const resource: KubeObject = {
    apiVersion: 'argoproj.io/v1beta1',
    kind: 'ArgoCD',
    metadata: { name: 'openshift-gitops', namespace: 'argocd' },
    spec: { sourceNamespaces: ['team'], applicationSet: { sourceNamespaces: ['team'] } },
  };
  assert.deepEqual(ids(await discovered({ 'set.yaml': file(set) }, { homes: [home([resource])] })), [
    'argo-cd/hub/team/red',
  ]);
});

test('What such a set once made stays, whatever the set says now', async () => {
  // It has another project at head, and so is looked at once more there.
  const project = (sourceRepos: string): KubeObject => ({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'AppProject',
    metadata: { name: 'default', namespace: 'argocd' },
    spec: { sourceRepos: [sourceRepos] },
  });
  const emptied = { ...set, spec: { generators: [], template: {} } };
  const sides = async (namespaces: string) =>
    bothSides({
      base: { 'set.yaml': file(set, project('*')) },
      head: { 'set.yaml': file(emptied, project(`${here}*`)) },
      given: looking(namespaces, set, owned),
    });
  const unseen = await sides('');
  assert.deepEqual(
    [ids(unseen.base), ids(unseen.head)],
    [['argo-cd/hub/team/old'], ['argo-cd/hub/team/old']],
  );
  const seen = await sides('team');
  assert.deepEqual(ids(seen.base), ['argo-cd/hub/team/old', 'argo-cd/hub/team/red']);
  assert.deepEqual(ids(seen.head), []);
});
