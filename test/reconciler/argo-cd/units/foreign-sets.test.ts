import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { application, discovered, file, here, home, inCluster } from './story.ts';

const elsewhere = 'https://git.example.com/other/apps.git';

/** What its generator gives cannot be told from here. */
function set(source: JsonObject, more: JsonObject = {}): KubeObject {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'ApplicationSet',
    metadata: { name: 'shops', namespace: 'argocd' },
    spec: {
      generators: [{ git: { repoURL: elsewhere, revision: 'main', directories: [{ path: '*' }] } }],
      template: {
        metadata: { name: '{{path.basename}}' },
        spec: { project: 'default', destination: inCluster, source: { path: 'red', ...source } },
      },
      ...more,
    },
  };
}

function owned(): KubeObject {
  const made = application({ name: 'red' });
  const owner = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'ApplicationSet',
    name: 'shops',
    uid: '1',
    controller: true,
  };
  return { ...made, metadata: { ...made.metadata, ownerReferences: [owner] } };
}

async function gapsWith(...live: readonly KubeObject[]): Promise<number> {
  const { gaps } = await discovered({ 'red/map.yaml': '' }, { homes: [home(live)] });
  return gaps.filter(({ object }) => object?.kind === 'ApplicationSet').length;
}

test('What cannot be told of a set of another repository is nothing to this one', async () => {
  assert.equal(await gapsWith(set({ repoURL: elsewhere })), 0);
});

test('A set may concern this repository by what it has made, by its template, by its patch, and where Git declares it', async () => {
  assert.equal(await gapsWith(set({ repoURL: elsewhere }), owned()), 1);
  assert.equal(await gapsWith(set({ repoURL: here })), 1);
  assert.equal(await gapsWith(set({ repoURL: '{{values.from}}' })), 1);
  const templatePatch = `spec: {source: {repoURL: ${here}}}`;
  assert.equal(await gapsWith(set({ repoURL: elsewhere }, { templatePatch })), 1);
  const { gaps } = await discovered({ 'set.yaml': file(set({ repoURL: elsewhere })) }, { homes: [home([])] });
  assert.equal(gaps.filter(({ object }) => object?.kind === 'ApplicationSet').length, 1);
});
