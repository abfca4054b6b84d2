/** The paths of a GitRepo and the files there -> which bundles there are, how they are called, and what is in them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { Files } from '../../../render/tree.ts';
import { planned, unplanned } from '../rendering.ts';
import { configMap, discovered, fleetCluster, gitRepo, home, unitIn } from '../story.ts';

const map = configMap('a');
const targets = [{ clusterName: 'a' }];

async function bundles(files: Files, spec: JsonObject): Promise<readonly string[]> {
  const homes = [home([gitRepo({ targets, ...spec }), fleetCluster('a')])];
  const { units } = await discovered(files, { homes });
  return units.map(({ id, path }) => `${/fleet-default\/(.*)@a$/u.exec(id)?.[1] ?? ''} ${path}`);
}

async function deployed(files: Files): Promise<readonly string[] | undefined> {
  const homes = [home([gitRepo({ targets, paths: ['app'] }), fleetCluster('a')])];
  const unit = (await discovered(files, { homes })).units.find(({ path }) => path === 'app');
  assert.ok(unit);
  const plan = await planned(unit, files);
  return plan.kind === 'directory' ? plan.files : [plan.kind];
}

test('without paths the whole repository is one bundle, called as its GitRepo', async () => {
  assert.deepEqual(await bundles({ 'a/m.yaml': map, 'b/m.yaml': map }, {}), ['infra .']);
});

test('each directory below with a fleet.yaml is a bundle of its own', async () => {
  const files = {
    'm.yaml': map,
    'a/m.yaml': map,
    'a/fleet.yaml': '{}',
    'b/c/fleet.yml': '{}',
    'b/c/m.yaml': map,
  };
  assert.deepEqual(await bundles(files, {}), ['infra-a a', 'infra-b-c b/c', 'infra .']);
});

test('the directory itself is none where all that it holds is described below', async () => {
  const files = { 'apps/a/m.yaml': map, 'apps/a/fleet.yaml': '{}', 'apps/README.md': 'x' };
  assert.deepEqual(await bundles(files, { paths: ['apps'] }), ['infra-apps-a apps/a']);
});

test('a path with stars names all directories that it matches, and no files', async () => {
  const files = { 'apps/a/m.yaml': map, 'apps/b/m.yaml': map, 'apps/m.yaml': map, 'other/a/m.yaml': map };
  assert.deepEqual(await bundles(files, { paths: ['apps/*'] }), [
    'infra-apps-a apps/a',
    'infra-apps-b apps/b',
  ]);
});

test('a path may begin with a slash, but a slash alone finds nothing', async () => {
  const files = { 'a/m.yaml': map };
  assert.deepEqual(await bundles(files, { paths: ['/a'] }), ['infra-a a']);
  assert.deepEqual(await bundles(files, { paths: ['/'] }), []);
});

test('entries of bundles name directories and what describes them, and nothing below', async () => {
  const files = { 'a/m.yaml': map, 'a/dev.yaml': 'defaultNamespace: dev', 'a/b/fleet.yaml': '{}' };
  assert.deepEqual(await bundles(files, { bundles: [{ base: 'a', options: 'dev.yaml' }, { base: 'a' }] }), [
    'infra-a-dev a',
    'infra-a a',
  ]);
});

test('a bundle is called as its fleet.yaml says', async () => {
  assert.deepEqual(await bundles({ 'a/m.yaml': map, 'a/fleet.yaml': 'name: web' }, { paths: ['a'] }), [
    'web a',
  ]);
});

test('a directory with nothing but its description is no bundle', async () => {
  assert.deepEqual(await bundles({ 'a/fleet.yaml': '{}' }, { paths: ['a'] }), []);
});

test('plain files are deployed in the order of their names, without what belongs to other bundles and charts', async () => {
  const files = {
    'app/b.yaml': map,
    'app/a.json': map,
    'app/c.yml': map,
    'app/notes.txt': 'x',
    'app/.hidden.yaml': map,
    'app/.dir/m.yaml': map,
    'app/fleet.yaml': '{}',
    'app/sub/m.yaml': map,
    'app/other/fleet.yaml': '{}',
    'app/other/m.yaml': map,
    'app/chart/Chart.yaml': 'name: c',
    'app/chart/values.yaml': '{}',
    'app/overlays/dev/b.yaml': map,
  };
  assert.deepEqual(await deployed(files), ['app/a.json', 'app/b.yaml', 'app/c.yml', 'app/sub/m.yaml']);
});

test('an overlay lays its files over those of the same name', async () => {
  const files = {
    'app/a.yaml': map,
    'app/b.yaml': map,
    'app/overlays/dev/b.yaml': map,
    'app/overlays/dev/c.yaml': map,
    'app/fleet.yaml': 'yaml: { overlays: [dev] }',
  };
  assert.deepEqual(await deployed(files), [
    'app/a.yaml',
    'app/overlays/dev/b.yaml',
    'app/overlays/dev/c.yaml',
  ]);
});

test('an overlay that patches a file is a gap', async () => {
  const files = {
    'app/a.yaml': map,
    'app/overlays/dev/a_patch.yaml': map,
    'app/fleet.yaml': 'yaml: { overlays: [dev] }',
  };
  const homes = [home([gitRepo({ targets, paths: ['app'] }), fleetCluster('a')])];
  assert.match(await unplanned(await unitIn(files, { homes }), files), /a_patch\.yaml patches another file/u);
});

test('.fleetignore leaves out files by their names, and directories, from where it stands', async () => {
  const files = {
    'app/.fleetignore': '# a comment\n\n*.json\nold/*\nsecret.y?ml\n',
    'app/a.json': map,
    'app/a.yaml': map,
    'app/old/m.yaml': map,
    'app/sub/.fleetignore': 'only-here.yaml   \n',
    'app/sub/only-here.yaml': map,
    'app/sub/secret.yaml': map,
    'app/only-here.yaml': map,
  };
  assert.deepEqual(await deployed(files), ['app/a.yaml', 'app/only-here.yaml']);
});

test('values files are no content, wherever their names stand', async () => {
  const files = {
    'app/m.yaml': map,
    'app/v.yaml': 'a: 1',
    'app/fleet.yaml': 'helm: { valuesFiles: [v.yaml] }',
  };
  assert.deepEqual(await deployed(files), ['app/m.yaml']);
});

test('a kustomization is built, and a chart before plain files', async () => {
  assert.deepEqual(await deployed({ 'app/kustomization.yaml': 'resources: [m.yaml]', 'app/m.yaml': map }), [
    'kustomize',
  ]);
  assert.deepEqual(await deployed({ 'app/Chart.yaml': 'name: c', 'app/m.yaml': map }), ['helm']);
});
