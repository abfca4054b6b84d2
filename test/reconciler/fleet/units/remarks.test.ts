/** What a reviewer is told of how GitRepos and bundles are declared. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import type { Discovery } from '../../../../src/reconciler/declarations.ts';
import type { Files } from '../../../render/tree.ts';
import {
  abouts,
  cluster,
  configMap,
  declarations,
  fleetCluster,
  gitRepo,
  home,
  ids,
  reconciler,
} from '../story.ts';

const map = configMap('a');
const everywhere = { targets: [{ clusterSelector: {} }] };

interface Sides {
  readonly base: Files;
  readonly head: Files;
  readonly spec?: JsonObject;
  readonly objects?: readonly KubeObject[];
  readonly changed?: readonly string[];
}

/** As the review asks: head once more with what it lacks, or declares otherwise. */
async function between({ base, head, spec = {}, objects, changed = [] }: Sides): Promise<Discovery> {
  const homes = [home(objects ?? [gitRepo({ ...everywhere, ...spec }), fleetCluster('a')])];
  const clusters = [
    { ...cluster('hub'), production: true },
    cluster('a'),
    { ...cluster('b'), production: true },
  ];
  const one = reconciler(clusters);
  const given = { homes, clusters, changed };
  const before = await one.discover(declarations(base, { ...given, side: 'base' }));
  const first = await one.discover(declarations(head, { ...given, side: 'head' }));
  const same = new Set(first.units.map((unit) => JSON.stringify([unit.id, unit.declaration.settings])));
  const others = before.units.filter(
    (unit) => !same.has(JSON.stringify([unit.id, unit.declaration.settings])),
  );
  return one.discover(declarations(head, { ...given, side: 'head', others }));
}

test('a fleet.yaml that cannot be read stops its GitRepo, and its bundle stays where it was under its name', async () => {
  const found = await between({
    base: { 'a/m.yaml': map, 'a/fleet.yaml': 'name: web', 'b/fleet.yaml': '{}', 'b/m.yaml': map },
    head: { 'a/m.yaml': map, 'a/fleet.yaml': 'name: [', 'b/fleet.yaml': '{}', 'b/m.yaml': map },
  });
  assert.deepEqual(ids(found), ['fleet/hub/fleet-default/infra-b@a', 'fleet/hub/fleet-default/web@a']);
  assert.deepEqual(abouts(found), ['git-repo-unreadable -']);
  const web = found.units.find(({ id }) => id.includes('/web@'));
  assert.ok(web);
  const plan = await reconciler().renderPlan(web, declarations({ 'a/m.yaml': map }).tree);
  assert.equal('kind' in plan && plan.kind, 'stopped');
});

test('a values file that is missing stops its GitRepo', async () => {
  const found = await between({
    base: { 'a/m.yaml': map },
    head: { 'a/m.yaml': map, 'a/fleet.yaml': 'helm: { valuesFiles: [none.yaml] }' },
    spec: { paths: ['a'] },
  });
  assert.deepEqual(abouts(found), ['git-repo-unreadable -']);
  assert.match(found.remarks?.[0]?.detail ?? '', /a\/none\.yaml is not there/u);
});

test('a GitRepo that finds nothing any more deletes all of its bundles', async () => {
  const found = await between({
    base: { 'a/m.yaml': map },
    head: { 'b/m.yaml': map },
    spec: { paths: ['a'] },
  });
  assert.deepEqual(ids(found), []);
  assert.deepEqual(abouts(found), ['git-repo-empty -']);
});

test('one path of several that is not there any more is told', async () => {
  const found = await between({
    base: { 'a/m.yaml': map, 'b/m.yaml': map },
    head: { 'b/m.yaml': map },
    spec: { paths: ['a', 'b'] },
  });
  assert.deepEqual(abouts(found), ['git-repo-path-missing -']);
});

test('what base was like already is not told again', async () => {
  const files = { 'b/m.yaml': map };
  assert.deepEqual(abouts(await between({ base: files, head: files, spec: { paths: ['a', 'b'] } })), []);
});

test('two directories of one name are told', async () => {
  const found = await between({
    base: { 'a/m.yaml': map, 'a/fleet.yaml': 'name: web', 'b/m.yaml': map, 'b/fleet.yaml': 'name: shop' },
    head: { 'a/m.yaml': map, 'a/fleet.yaml': 'name: web', 'b/m.yaml': map, 'b/fleet.yaml': 'name: web' },
  });
  assert.deepEqual(abouts(found), ['bundle-name-twice -']);
});

test('a bundle whose targets match nothing any more is told', async () => {
  const found = await between({
    base: { 'a/m.yaml': map, 'a/fleet.yaml': '{}' },
    head: { 'a/m.yaml': map, 'a/fleet.yaml': 'overrideTargets: [{ clusterName: none }]' },
  });
  assert.deepEqual(ids(found), []);
  assert.deepEqual(abouts(found), ['bundle-nowhere -']);
});

test('bundles that wait for each other are told, each', async () => {
  const found = await between({
    base: {
      'a/m.yaml': map,
      'a/fleet.yaml': 'name: a',
      'b/m.yaml': map,
      'b/fleet.yaml': 'name: b\ndependsOn: [{ name: a }]',
    },
    head: {
      'a/m.yaml': map,
      'a/fleet.yaml': 'name: a\ndependsOn: [{ name: b }]',
      'b/m.yaml': map,
      'b/fleet.yaml': 'name: b\ndependsOn: [{ name: a }]',
    },
  });
  assert.deepEqual(abouts(found), [
    'bundle-circle fleet/hub/fleet-default/a@a',
    'bundle-circle fleet/hub/fleet-default/b@a',
  ]);
  assert.match(
    found.remarks?.[0]?.detail ?? '',
    /fleet-default\/a waits for fleet-default\/b waits for fleet-default\/a/u,
  );
});

test('a cluster whose agent is silent is told with its units', async () => {
  const silent = fleetCluster(
    'a',
    {},
    { status: { namespace: 'cluster-a', agent: { lastSeen: '2026-11-30T09:00:00Z' } } },
  );
  const found = await between({
    base: { 'a/m.yaml': map },
    head: { 'a/m.yaml': configMap('b') },
    spec: { paths: ['a'] },
    objects: [gitRepo({ ...everywhere, paths: ['a'] }), silent],
  });
  assert.deepEqual(abouts(found), ['fleet-cluster-offline fleet/hub/fleet-default/infra-a@a']);
});

const two = [gitRepo({ ...everywhere, paths: ['a'] }), fleetCluster('a'), fleetCluster('b')];

test('a bundle whose content changes on several clusters is told with the steps of its rollout', async () => {
  const files = { 'a/m.yaml': map };
  const plain = await between({ base: files, head: files, objects: two, changed: ['a/m.yaml'] });
  assert.equal(
    plain.remarks?.[0]?.title,
    'The bundle infra-a reaches 2 clusters, 1 of them production at once',
  );
  const fleetYaml =
    'rolloutStrategy: { partitions: [{ name: first, clusterName: a }, { name: rest, clusterSelector: {} }] }';
  const split = { ...files, 'a/fleet.yaml': fleetYaml };
  const parts = await between({ base: split, head: split, objects: two, changed: ['a/m.yaml'] });
  assert.match(parts.remarks?.[0]?.title ?? '', /2 clusters, 1 of them production in 2 partitions$/u);
  assert.match(
    parts.remarks?.[0]?.detail ?? '',
    /Partitions, one after the other: first \(1, 1 at a time\), rest \(2, 2 at a time\)/u,
  );
});

test('a bundle that changes on one cluster only is not told to reach several', async () => {
  const base = { 'a/m.yaml': map, 'a/fleet.yaml': 'helm: { values: { a: 1 } }' };
  const head = {
    'a/m.yaml': map,
    'a/fleet.yaml':
      'helm: { values: { a: 1 } }\ntargetCustomizations: [{ clusterName: a, helm: { values: { a: 2 } } }]',
  };
  assert.deepEqual(abouts(await between({ base, head, objects: two, changed: [] })), []);
});
