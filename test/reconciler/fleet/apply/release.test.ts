/** What Helm has on record of a bundle on its cluster -> what was applied, what is its own, and what becomes of what it leaves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import type { Declarations } from '../../../../src/reconciler/declarations.ts';
import { fleetUnit } from '../../../../src/reconciler/fleet/fleet-unit.ts';
import type { Unit } from '../../../../src/reconciler/unit.ts';
import { attemptsOf, told } from '../rendering.ts';
import {
  cluster,
  configMap,
  deployment,
  discovered,
  fleetCluster,
  gitRepo,
  home,
  installation,
  reconciler,
  releaseSecret,
  unitIn,
} from '../story.ts';

const files = { 'web/map.yaml': configMap('web'), 'web/fleet.yaml': 'defaultNamespace: shop\n' };
const clusters = [cluster('hub'), cluster('production', ['fleet-default/prod'])];
const release = { namespace: 'shop', name: 'infra-web' };

const manifest = [
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web' }, data: { a: '0' } },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'kept', annotations: { 'helm.sh/resource-policy': 'keep' } },
  },
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'other' } },
];

function given(record: JsonObject | undefined, spec: JsonObject = {}): Partial<Declarations> {
  const objects = [
    gitRepo({ paths: ['web'], targets: [{ clusterSelector: {} }], ...spec }),
    fleetCluster('prod'),
    deployment('infra-web', 'prod', {
      spec: { options: { defaultNamespace: 'shop' } },
      release: 'shop/infra-web:1',
    }),
  ];
  const text = manifest.map((object) => JSON.stringify(object)).join('\n---\n');
  const there = record === undefined ? [] : [releaseSecret(release, { manifest: text, ...record })];
  return { homes: [home(objects, { elsewhere: new Map([['production', there]]) })], clusters };
}

function map(name: string, more: JsonObject = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' }, ...more };
}

async function upgraded(record: JsonObject = {}, spec: JsonObject = {}): Promise<Unit> {
  return unitIn(files, given(record, spec));
}

test('the records of all releases on clusters that the operator names are asked for', () => {
  const [{ objects } = home([])] = given({}).homes ?? [];
  const asked = reconciler(clusters)
    .reads(installation, objects)
    .filter((read) => read.cluster !== undefined);
  assert.deepEqual(asked, [
    {
      cluster: 'production',
      group: '',
      kind: 'ServiceAccount',
      namespace: 'cattle-fleet-system',
      name: 'fleet-default',
    },
    {
      cluster: 'production',
      group: '',
      kind: 'Secret',
      namespace: 'shop',
      labelSelector: 'owner=helm,name=infra-web',
      secretKeys: ['release'],
    },
  ]);
});

test('what the release holds is what was applied, in its namespace and with the marks that Helm adds', async () => {
  const applied = reconciler().applied(await upgraded());
  assert.ok(applied.kind === 'objects');
  assert.deepEqual(
    applied.objects.map(({ kind, metadata }) => [kind, metadata['namespace'], metadata.name]),
    [
      ['ConfigMap', 'shop', 'web'],
      ['ConfigMap', 'shop', 'kept'],
      ['Namespace', undefined, 'other'],
    ],
  );
  const annotations = applied.objects[0]?.metadata['annotations'];
  assert.deepEqual(annotations, {
    'meta.helm.sh/release-name': 'infra-web',
    'meta.helm.sh/release-namespace': 'shop',
  });
});

test('of several records the upgrade starts from the one that was deployed', async () => {
  const { homes = [] } = given({});
  const text = JSON.stringify(map('newer'));
  const failed = releaseSecret({ ...release, version: 2 }, { manifest: text, info: { status: 'failed' } });
  const [first = home([])] = homes;
  const elsewhere = new Map([['production', [failed, ...(first.elsewhere.get('production') ?? [])]]]);
  const unit = await unitIn(files, { homes: [{ ...first, elsewhere }], clusters });
  assert.deepEqual(
    fleetUnit(unit).releases.map(({ version, status }) => `${version} ${status}`),
    ['2 failed', '1 deployed'],
  );
  const inventory = reconciler().inventory(unit);
  assert.deepEqual(inventory.kind === 'objects' && inventory.objects.map(({ name }) => name), [
    'web',
    'kept',
    'other',
  ]);
});

test('a release whose record is not there is a gap', async () => {
  const unit = await unitIn(files, given(undefined));
  assert.equal(reconciler().applied(unit).kind, 'gap');
  assert.equal(reconciler().inventory(unit).kind, 'gap');
});

test('a cluster that the operator does not name is a gap that names it', async () => {
  const unit = await unitIn(files, { ...given({}), clusters: [cluster('hub')] });
  const inventory = reconciler().inventory(unit);
  assert.equal(inventory.kind === 'gap' && inventory.gap.kind, 'no-cluster');
  const found = await discovered(files, { ...given({}), clusters: [cluster('hub')] });
  assert.match(found.gaps[0]?.why ?? '', /Fleet cluster fleet-default\/prod/u);
});

test('what a bundle leaves is deleted, but what its record or its live form says to keep', async () => {
  const unit = await upgraded();
  const prune = (object: KubeObject, gone: boolean): string | undefined =>
    reconciler().prune(unit, object, gone);
  assert.equal(prune(map('web'), false), 'deleted');
  assert.equal(prune(map('never'), false), undefined);
  const kept = map('web', {
    metadata: { name: 'web', namespace: 'shop', annotations: { 'helm.sh/resource-policy': 'keep' } },
  });
  assert.equal(prune(kept, false), 'orphaned');
  assert.equal(prune(kept, true), 'deleted');
  assert.equal(prune(map('kept'), true), 'orphaned');
});

test('keepResources lets everything stay when the bundle goes, and nothing that only leaves it', async () => {
  const unit = await upgraded({}, { keepResources: true });
  assert.equal(reconciler().prune(unit, map('web'), true), 'orphaned');
  assert.equal(reconciler().prune(unit, map('web'), false), 'deleted');
});

test('an upgrade makes no namespace, and goes on as the release was applied before', async () => {
  const desired = [map('web')];
  const live = [map('web')];
  assert.deepEqual(told(await attemptsOf(await upgraded(), { desired, live })), ['0 apply ConfigMap/web']);
});

test('force replaces what lives, and makes what does not', async () => {
  const unit = await upgraded({}, { correctDrift: { enabled: true, force: true } });
  const asked = { desired: [map('web'), map('new')], live: [map('web')] };
  assert.deepEqual(told(await attemptsOf(unit, asked)), ['0 put ConfigMap/web', '1 create ConfigMap/new']);
});

test('an installation refuses what lives and is not its own, and takes over what is', async () => {
  const unit = await unitIn(files, {
    ...given({}),
    homes: [home([gitRepo({ paths: ['web'], targets: [{ clusterSelector: {} }] }), fleetCluster('prod')])],
  });
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
  const asked = { desired: [map('web')], live: [map('web'), namespace] };
  assert.deepEqual(told(await attemptsOf(unit, asked)), ['0 refuse ConfigMap/web']);
  const own = map('web', {
    metadata: {
      name: 'web',
      namespace: 'shop',
      labels: { 'app.kubernetes.io/managed-by': 'Helm' },
      annotations: { 'meta.helm.sh/release-name': 'infra-web', 'meta.helm.sh/release-namespace': 'shop' },
    },
  });
  assert.deepEqual(told(await attemptsOf(unit, { ...asked, live: [own, namespace] })), [
    '0 apply ConfigMap/web',
  ]);
});

test('objects come in the order in which Helm installs their kinds, and what leaves last', async () => {
  const role = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'r', namespace: 'shop' },
  };
  const widget = {
    apiVersion: 'shop.example/v1',
    kind: 'Widget',
    metadata: { name: 'w', namespace: 'shop' },
  };
  const attempts = await attemptsOf(await upgraded(), {
    desired: [widget, role, map('web')],
    leaving: [map('kept')],
  });
  assert.deepEqual(told(attempts), [
    '0 apply ConfigMap/web',
    '1 apply Role/r',
    '2 apply Widget/w',
    '3 delete ConfigMap/kept',
  ]);
});
