import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../../src/object/json.ts';
import { application, bothSides, file } from './story.ts';

/** Of an Application in `apps/web.yaml` that deploys the folder `web`. */
async function raced(
  before: JsonObject,
  after: JsonObject,
  changed: readonly string[] = ['apps/web.yaml', 'web/config.yaml'],
): Promise<readonly string[]> {
  const text = (syncPolicy: JsonObject): string => file(application({ path: 'web', spec: { syncPolicy } }));
  const { head } = await bothSides({
    base: { 'apps/web.yaml': text(before) },
    head: { 'apps/web.yaml': text(after) },
    given: { changed },
  });
  return (head.remarks ?? [])
    .filter(({ about }) => about === 'policy-races-content')
    .map(({ severity, detail }) => `${severity} ${detail.split('. ')[0] ?? ''}`);
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
  assert.deepEqual(await raced({ automated }, {}, ['apps/web.yaml', 'webs/config.yaml']), []);
});
