import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import type { Adapters } from '../../src/adapters.ts';
import { isJsonObject } from '../../src/object/json.ts';
import type { Review } from '../../src/report/review.ts';
import type { World } from '../../src/review/world.ts';
import { configMap } from '../reconciler/plain/story.ts';
import { treeOf, type Files } from '../render/tree.ts';
import { openAdaptersIn, reviewed } from './reviewed-trees.ts';

let adapters: Adapters;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proofline-applications-'));
  adapters = await openAdaptersIn(folder);
});

after(async () => {
  await adapters.close();
  await rm(folder, { recursive: true, force: true });
});

const url = 'https://github.com/octo-org/shop';
const origin: World['origin'] = { urls: [url], branch: 'main', defaultBranch: 'main' };

function application(name: string, source: object): string {
  return JSON.stringify({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name, namespace: 'argocd' },
    spec: {
      project: 'default',
      destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
      ...source,
    },
  });
}

function from(path: string): object {
  return { source: { repoURL: `${url}.git`, path, targetRevision: 'main' } };
}

function ids({ units }: Review): readonly string[] {
  return units.map(({ id, declaredBy }) => (declaredBy === undefined ? id : `${id} by ${declaredBy}`));
}

test('An Application that another one renders is a unit, and names the one that declares it', async () => {
  const tree: Files = {
    'root.yaml': application('root', from('apps')),
    'apps/web.yaml': application('web', from('deploy/web')),
    'deploy/web/config.yaml': configMap,
  };
  const head = { ...tree, 'deploy/web/config.yaml': `${configMap}data: {a: '2'}\n` };
  const said = await reviewed(adapters, { base: tree, head }, { origin });
  assert.deepEqual(ids(said), ['argo-cd/-/argocd/web by argo-cd/-/argocd/root']);
  assert.deepEqual(
    said.changes.map(({ action, object }) => `${action} ${object.kind} ${object.name}`),
    ['configured ConfigMap a'],
  );
});

test('What an Application takes up, or lets go, is not in other hands before or after', async () => {
  const without: Files = { 'deploy/web/config.yaml': configMap };
  const tree: Files = { ...without, 'web.yaml': application('web', from('deploy/web')) };
  const added = await reviewed(adapters, { base: without, head: tree }, { origin });
  const removed = await reviewed(adapters, { base: tree, head: without }, { origin });
  for (const said of [added, removed]) {
    assert.ok(ids(said).some((id) => id.startsWith('argo-cd/-/argocd/web')));
    assert.deepEqual(
      ids(said).filter((id) => id.startsWith('plain/deploy')),
      [],
    );
  }
});

test('An Application that declares itself, and two that declare each other, come to an end', async () => {
  const tree: Files = {
    'loop.yaml': application('loop', from('.')),
    'ring/a.yaml': application('b', from('ring')),
  };
  const head = { ...tree, 'ring/c.yaml': configMap };
  const said = await reviewed(adapters, { base: tree, head }, { origin });
  assert.ok(ids(said).some((id) => id.startsWith('argo-cd/-/argocd/b')));
  assert.ok(said.changes.some(({ action, object }) => action === 'created' && object.kind === 'ConfigMap'));
});

const hydrator = {
  sourceHydrator: {
    drySource: { repoURL: url, path: 'dry/web', targetRevision: 'main' },
    syncSource: { targetBranch: 'env/prod', path: 'web' },
  },
};

async function hydrated(branch: Files): Promise<Review> {
  const tree: Files = { 'web.yaml': application('web', hydrator), 'dry/web/config.yaml': configMap };
  const head = { ...tree, 'dry/web/config.yaml': `${configMap}data: {a: '2'}\n` };
  const digest = `sha256:${'0'.repeat(64)}` as const;
  return reviewed(
    adapters,
    { base: tree, head },
    {
      origin,
      fetchRemote: async () =>
        Promise.resolve({
          kind: 'tree',
          tree: treeOf(branch),
          digest,
          version: '1'.repeat(40),
          moving: true,
        }),
    },
  );
}

test('A hydrated branch that is not what its dry source renders at base is a finding', async () => {
  const differs = await hydrated({ 'web/manifest.yaml': `${configMap}data: {a: '9'}\n` });
  assert.deepEqual(
    differs.findings.filter(({ rule }) => rule === 'declaration-remark').map(({ title }) => title),
    ['What is hydrated is not what its dry source renders'],
  );
  const agrees = await hydrated({ 'web/manifest.yaml': configMap });
  assert.deepEqual(
    agrees.findings.filter(({ rule }) => rule === 'declaration-remark'),
    [],
  );
});

test('Without a cluster, what an Application leaves behind is told by its own finalizers', async () => {
  const told = async (finalizers: readonly string[]): Promise<readonly string[]> => {
    const declared: unknown = JSON.parse(application('web', from('deploy/web')));
    assert.ok(isJsonObject(declared) && isJsonObject(declared['metadata']));
    const web = JSON.stringify({ ...declared, metadata: { ...declared['metadata'], finalizers } });
    const tree: Files = { 'apps/web.yaml': web, 'deploy/web/config.yaml': configMap };
    const head: Files = { 'deploy/web/config.yaml': configMap };
    const { changes } = await reviewed(adapters, { base: tree, head }, { origin });
    return changes.filter(({ object }) => object.kind === 'ConfigMap').map(({ action }) => action);
  };
  assert.deepEqual(await told([]), ['orphaned']);
  assert.deepEqual(await told(['resources-finalizer.argocd.argoproj.io']), ['deleted']);
});
