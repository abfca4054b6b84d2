/** A release that is applied on the client's side -> the patches of the agent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { createMask } from '../../../../src/object/mask.ts';
import type { Unit } from '../../../../src/reconciler/unit.ts';
import { attemptsOf, told } from '../rendering.ts';
import {
  cluster,
  configMap,
  declarations,
  deployment,
  fleetCluster,
  gitRepo,
  home,
  reconciler,
  releaseSecret,
  unitIn,
} from '../story.ts';

function map(data: JsonObject): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web', namespace: 'default' }, data };
}

async function unit(record: JsonObject | undefined, fleetYaml = '{}'): Promise<Unit> {
  const objects = [
    gitRepo({ paths: ['web'], targets: [{ clusterSelector: {} }] }),
    fleetCluster('prod'),
    ...(record === undefined ? [] : [deployment('infra-web', 'prod', { release: 'default/infra-web:1' })]),
  ];
  const release = { namespace: 'default', name: 'infra-web' };
  const records = record === undefined ? [] : [releaseSecret(release, record)];
  const homes = [home(objects, { elsewhere: new Map([['prod', records]]) })];
  const files = { 'web/m.yaml': configMap('web'), 'web/fleet.yaml': fleetYaml };
  return unitIn(files, { clusters: [cluster('hub'), cluster('prod')], homes });
}

const live = map({ k: 'edited', gone: 'old', kept: 'mine' });

test('an upgrade of one that Helm 3 made patches three ways: what Git dropped goes, what others wrote stays', async () => {
  const manifest = JSON.stringify(map({ k: 'old', gone: 'old' }));
  const [patch] = await attemptsOf(await unit({ apply_method: '', manifest }), {
    desired: [map({ k: 'new' })],
    live: [live],
  });
  assert.ok(patch?.kind === 'patch');
  assert.equal(patch.manager, 'fleetagent');
  assert.deepEqual(patch.body['data'], { k: 'new', gone: null });
});

test('an installation with takeOwnership patches what lives, and takes nothing away', async () => {
  const fleetYaml = 'helm: { takeOwnership: true }';
  const [first, patch] = await attemptsOf(await unit(undefined, fleetYaml), {
    desired: [map({ k: 'new' })],
    live: [live],
  });
  assert.deepEqual(told([first].flatMap((each) => each ?? [])), ['0 apply Namespace/default']);
  assert.ok(patch?.kind === 'patch');
  assert.deepEqual(patch.body['data'], { k: 'new' });
});

test('a value of a Secret in the record is learned before anything is said', async () => {
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 's' },
    stringData: { p: 'very-secret-word' },
  };
  const mask = createMask();
  const records = [
    releaseSecret({ namespace: 'default', name: 'infra-web' }, { manifest: JSON.stringify(secret) }),
  ];
  const objects = [
    gitRepo({ paths: ['web'], targets: [{ clusterSelector: {} }] }),
    fleetCluster('prod'),
    deployment('infra-web', 'prod', { release: 'default/infra-web:1' }),
  ];
  const homes = [home(objects, { elsewhere: new Map([['prod', records]]) })];
  const given = { clusters: [cluster('hub'), cluster('prod')], homes, mask };
  await reconciler().discover(declarations({ 'web/m.yaml': configMap('web') }, given));
  assert.doesNotMatch(mask.text('it says very-secret-word'), /very-secret-word/u);
});
