/** What is found where little of a Fleet is seen: no installation, clusters that cannot be read, GitRepos only in Git. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { words } from '../../../src/object/masked.ts';
import { planned } from './rendering.ts';
import {
  abouts,
  configMap,
  declarations,
  discovered,
  fleetCluster,
  gitRepo,
  home,
  ids,
  reconciler,
} from './story.ts';

const files = {
  'web/m.yaml': configMap('web'),
  'web/fleet.yaml': 'defaultNamespace: shop',
  'fleet/repo.yaml': JSON.stringify(gitRepo({ paths: ['web'], targets: [{ clusterSelector: {} }] })),
};

test('without an installation a GitRepo in Git is one unit a bundle, on a cluster that nobody knows', async () => {
  const found = await discovered(files, { homes: [] });
  assert.deepEqual(ids(found), ['fleet/-/fleet-default/infra-web@-']);
  assert.deepEqual(
    found.gaps.map(({ kind }) => kind),
    ['installation-unnamed'],
  );
  const [unit] = found.units;
  assert.ok(unit);
  assert.equal((await planned(unit, files)).kind, 'directory');
  assert.equal(reconciler().inventory(unit).kind, 'gap');
});

test('without anything of Fleet there is nothing, and no gap', async () => {
  const found = await discovered({ 'web/m.yaml': configMap('web') }, { homes: [] });
  assert.deepEqual([found.units, found.gaps, found.remarks], [[], [], []]);
});

test('clusters that could not be read are a gap, and the bundle is still seen', async () => {
  const object = { group: 'fleet.cattle.io', kind: 'Cluster', namespace: '', name: '*' };
  const gap = { kind: 'cluster-forbidden', unit: undefined, object, why: words`forbidden` } as const;
  const found = await discovered(files, { homes: [home([], { gaps: [gap] })] });
  assert.deepEqual(ids(found), ['fleet/hub/fleet-default/infra-web@-']);
  assert.match(found.gaps[0]?.why ?? '', /was not seen whole: forbidden/u);
});

test('a GitRepo of another repository, or of another branch, makes no unit', async () => {
  const objects = [
    gitRepo({ paths: ['web'], repo: 'https://github.com/octo-org/other' }, 'one'),
    gitRepo({ paths: ['web'], branch: 'release' }, 'two'),
    gitRepo({ paths: ['web'], revision: 'v1.0.0' }, 'three'),
    fleetCluster('a'),
  ];
  const found = await discovered({ 'web/m.yaml': configMap('web') }, { homes: [home(objects)] });
  assert.deepEqual(ids(found), []);
});

test('a GitRepo in Git counts before the same that lives, and one that Git gives up is gone', async () => {
  const live = gitRepo({ paths: ['old'], targets: [{ clusterSelector: {} }] });
  const homes = [home([live, fleetCluster('a')])];
  const one = reconciler();
  const base = await one.discover(declarations(files, { homes, side: 'base' }));
  assert.deepEqual(ids(base), ['fleet/hub/fleet-default/infra-web@a']);
  const head = await one.discover(declarations({ 'web/m.yaml': configMap('web') }, { homes, side: 'head' }));
  assert.deepEqual(ids(head), []);
  assert.deepEqual(abouts(head), []);
});
