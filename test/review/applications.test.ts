import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isJsonObject, type JsonObject } from '../../src/object/json.ts';
import type { Review } from '../../src/report/review.ts';
import { configMap } from '../reconciler/plain/story.ts';
import { declaredApplication, directorySource, origin, url } from './declared-applications.ts';
import { treeOf, type Files } from '../render/tree.ts';
import { adaptersForAll } from './adapters-for-all.ts';
import { reviewed } from './reviewed-trees.ts';

const adapters = adaptersForAll();

function from(path: string): JsonObject {
  return { source: { ...directorySource(path), repoURL: `${url}.git` } };
}

function ids({ units }: Review): readonly string[] {
  return units.map(({ id, declaredBy }) => (declaredBy === undefined ? id : `${id} by ${declaredBy}`));
}

test('An Application that another one renders is a unit, and names the one that declares it', async () => {
  const tree: Files = {
    'root.yaml': declaredApplication('root', from('apps')),
    'apps/web.yaml': declaredApplication('web', from('deploy/web')),
    'deploy/web/config.yaml': configMap,
  };
  const head = { ...tree, 'deploy/web/config.yaml': `${configMap}data: {a: '2'}\n` };
  const said = await reviewed(adapters(), { base: tree, head }, { origin });
  assert.deepEqual(ids(said), ['argo-cd/-/argocd/web by argo-cd/-/argocd/root']);
  assert.deepEqual(
    said.changes.map(({ action, object }) => `${action} ${object.kind} ${object.name}`),
    ['configured ConfigMap a'],
  );
});

test('A new Application is applied once the one that declares it has made it', async () => {
  const tree: Files = {
    'root.yaml': declaredApplication('root', from('apps')),
    'apps/web.yaml': declaredApplication('web', from('deploy/web')),
    'deploy/web/config.yaml': configMap,
    'deploy/shop/config.yaml': configMap,
  };
  const head = { ...tree, 'apps/shop.yaml': declaredApplication('shop', from('deploy/shop')) };
  const { units } = await reviewed(adapters(), { base: tree, head }, { origin });
  const whens = new Map<string, string>(units.map(({ id, applies }) => [id, applies.when]));
  assert.match(
    whens.get('argo-cd/-/argocd/shop') ?? '',
    /^once argo-cd\/-\/argocd\/root has made it, (?:by itself, within minutes|at the next manual sync)$/u,
  );
  assert.doesNotMatch(whens.get('argo-cd/-/argocd/root') ?? 'none', /has made it|none/u);
});

test('What an Application takes up, or lets go, is not in other hands before or after', async () => {
  const without: Files = { 'deploy/web/config.yaml': configMap };
  const tree: Files = { ...without, 'web.yaml': declaredApplication('web', from('deploy/web')) };
  const added = await reviewed(adapters(), { base: without, head: tree }, { origin });
  const removed = await reviewed(adapters(), { base: tree, head: without }, { origin });
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
    'loop.yaml': declaredApplication('loop', from('.')),
    'ring/a.yaml': declaredApplication('b', from('ring')),
  };
  const head = { ...tree, 'ring/c.yaml': configMap };
  const said = await reviewed(adapters(), { base: tree, head }, { origin });
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
  const tree: Files = { 'web.yaml': declaredApplication('web', hydrator), 'dry/web/config.yaml': configMap };
  const head = { ...tree, 'dry/web/config.yaml': `${configMap}data: {a: '2'}\n` };
  const digest = `sha256:${'0'.repeat(64)}` as const;
  return reviewed(
    adapters(),
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
    const declared: unknown = JSON.parse(declaredApplication('web', from('deploy/web')));
    assert.ok(isJsonObject(declared) && isJsonObject(declared['metadata']));
    const web = JSON.stringify({ ...declared, metadata: { ...declared['metadata'], finalizers } });
    const tree: Files = { 'apps/web.yaml': web, 'deploy/web/config.yaml': configMap };
    const head: Files = { 'deploy/web/config.yaml': configMap };
    const { changes } = await reviewed(adapters(), { base: tree, head }, { origin });
    return changes.filter(({ object }) => object.kind === 'ConfigMap').map(({ action }) => action);
  };
  assert.deepEqual(await told([]), ['orphaned']);
  assert.deepEqual(await told(['resources-finalizer.argocd.argoproj.io']), ['deleted']);
});
