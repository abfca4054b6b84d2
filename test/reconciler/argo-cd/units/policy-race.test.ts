import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../../src/object/json.ts';
import { application, bothSides, file, inCluster } from './story.ts';

interface Around {
  readonly changed?: readonly string[];
  readonly moved?: JsonObject;
}

/** Of an Application in `apps/web.yaml` that deploys the folder `web`, with a sync policy before and after. */
async function details(before: JsonObject, after: JsonObject, around: Around = {}): Promise<string[]> {
  const { changed = ['apps/web.yaml', 'web/config.yaml'], moved = inCluster } = around;
  const text = (syncPolicy: JsonObject, destination: JsonObject): string =>
    file(application({ path: 'web', spec: { syncPolicy, destination } }));
  const { head } = await bothSides({
    base: { 'apps/web.yaml': text(before, inCluster) },
    head: { 'apps/web.yaml': text(after, moved) },
    given: { changed },
  });
  return (head.remarks ?? [])
    .filter(({ about }) => about === 'policy-races-content')
    .map(({ severity, detail }) => `${severity} ${detail}`);
}

/** The first sentence of each. */
async function raced(...given: Parameters<typeof details>): Promise<readonly string[]> {
  return (await details(...given)).map((detail) => detail.split('. ')[0] ?? '');
}

const automated = { prune: true };
const onServer = ['ServerSideApply=true'];

test('Automation, prune or the way of applying that changes with the content races it', async () => {
  assert.deepEqual(await raced({ automated }, {}), ['warn In the same merge automated sync is switched off']);
  assert.deepEqual(await raced({ automated }, { automated: {} }), [
    'warn In the same merge automated prune is switched off',
  ]);
  assert.deepEqual(await raced({ automated, syncOptions: onServer }, { automated }), [
    'warn In the same merge `ServerSideApply` changes',
  ]);
  assert.deepEqual(await raced({ automated }, { syncOptions: onServer }), [
    'warn In the same merge automated sync is switched off and `ServerSideApply` changes',
  ]);
});

test('Each option that decides how objects are applied races it, and no other option does', async () => {
  const races = async (option: string): Promise<string> =>
    (await raced({ automated }, { automated, syncOptions: [option] })).join();
  for (const mode of ['Replace', 'Force', 'RespectIgnoreDifferences', 'ApplyOutOfSyncOnly']) {
    assert.equal(await races(`${mode}=true`), `warn In the same merge \`${mode}\` changes`);
    assert.equal(await races(`${mode}=false`), '');
  }
  assert.equal(await races('CreateNamespace=true'), '');
});

test('An option that holds prunes back may come too late for what leaves with it', async () => {
  for (const option of ['Prune=confirm', 'Prune=false']) {
    assert.deepEqual(await raced({ automated }, { automated, syncOptions: [option] }), [
      'warn In the same merge `Prune` changes',
    ]);
  }
  assert.deepEqual(await raced({ automated }, { automated, syncOptions: ['Prune=true'] }), []);
});

test('Nothing races where nothing syncs by itself, or where only one of both changes', async () => {
  assert.deepEqual(await raced({}, { syncOptions: onServer }), []);
  assert.deepEqual(await raced({}, { automated }), []);
  assert.deepEqual(await raced({ automated }, { automated, retry: { limit: 1 } }), []);
  assert.deepEqual(await raced({ automated }, {}, { changed: ['apps/web.yaml', 'webs/config.yaml'] }), []);
});

test('A destination that changes with the content races it: a new server, or another namespace', async () => {
  const moved = async (destination: JsonObject, policy: JsonObject = { automated }): Promise<string> =>
    (await raced(policy, policy, { moved: destination })).join();
  const lost = 'warn In the same merge its destination changes';
  assert.equal(await moved({ ...inCluster, namespace: 'other' }), lost);
  assert.equal(await moved({ server: 'https://west.example.com', namespace: 'shop' }), lost);
  assert.equal(await moved({ name: 'in-cluster', namespace: 'shop' }), '');
  assert.equal(await moved({ ...inCluster, namespace: 'other' }, {}), '');
});

test('A new destination is left out of a commit that was synced to the old one, unless Argo CD heals', async () => {
  const moved = { ...inCluster, namespace: 'other' };
  const said = async (more: JsonObject): Promise<string> => {
    const policy = { automated: { ...automated, ...more } };
    return (await details(policy, policy, { moved })).join();
  };
  assert.match(await said({}), /applied as before, and nothing of that commit is synced to the new dest/u);
  assert.match(await said({ selfHeal: true }), /applied as before\.$/u);
});
