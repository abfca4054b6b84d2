import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tree } from '../../../src/source/tree.ts';
import { treeOf } from '../../render/tree.ts';
import type { Blob, Files } from '../../render/tree.ts';
import { configMap, discoverIn, found, foundBeside, unitAt } from './story.ts';
import { plain } from '../../../src/reconciler/plain/plain.ts';

const web: Files = { 'web/a.yaml': configMap };
const kustomization: Files = { 'web/kustomization.yaml': 'resources: [a.yaml]\n', ...web };
const chart = 'apiVersion: v2\nname: web\nversion: 1.0.0\n';
const helm: Files = { 'web/Chart.yaml': chart, 'web/templates/a.yaml': configMap };
const link = (content: string): Blob => ({ kind: 'symlink', content });

test('A kustomization that is hidden, ignored or a component of nothing takes no unit away', async () => {
  const takes = { resources: ['../../web', '../../other/a.yaml'] };
  const rest = { ...kustomization, 'other/a.yaml': configMap };
  const config = 'ignore: [docs/**]\n';
  const all = ['directory other', 'kustomize web'];
  for (const taker of ['.hidden/x', 'docs/x']) {
    const files = { ...rest, [`${taker}/kustomization.yaml`]: JSON.stringify(takes) };
    assert.deepEqual(await found(files, { config }), all, taker);
  }
  const component = JSON.stringify({ kind: 'Component', ...takes });
  assert.deepEqual(await found({ ...rest, 'parts/x/kustomization.yaml': component }, { config }), all);
  const taken = { ...rest, 'top/x/kustomization.yaml': JSON.stringify(takes) };
  assert.deepEqual(await found(taken, { config }), ['kustomize top/x']);
});

test('A chart that is hidden or ignored takes no chart away by depending on it', async () => {
  const taker = `${chart}dependencies: [{name: web, version: 1.0.0, repository: "file://../../web"}]\n`;
  for (const path of ['.hidden/x', 'docs/x']) {
    const files = { ...helm, [`${path}/Chart.yaml`]: taker };
    assert.deepEqual(await found(files, { config: 'ignore: [docs/**]\n' }), ['helm web'], path);
  }
});

test('A unit of the other side moves into a unit that can be read, and into nothing else', async () => {
  const top = (text: string): Files => ({ ...kustomization, 'top/kustomization.yaml': text });
  assert.deepEqual(await foundBeside(kustomization, top('resources: [../web]\n')), ['kustomize top']);
  const both = ['kustomize top', 'kustomize web'];
  assert.deepEqual(await foundBeside(kustomization, top('resources:\n- ../web\nx: [\n')), both);
  const component = { ...kustomization, 'web/kustomization.yaml': 'kind: Component\nresources: [a.yaml]\n' };
  assert.deepEqual(await foundBeside(kustomization, component), ['kustomize web']);
});

test('A directory of the other side stays one until another unit has each of its files', async () => {
  const some = { 'top/kustomization.yaml': 'resources: [../web/a.yaml]\n', ...web };
  assert.deepEqual(await foundBeside(web, some), ['kustomize top']);
  assert.deepEqual(await foundBeside(web, { ...some, 'web/b.yaml': configMap }), [
    'kustomize top',
    'directory web',
  ]);
  const guessed = { ...some, 'top/kustomization.yaml': 'resources:\n- ../web/a.yaml\nx: [\n' };
  assert.deepEqual(await foundBeside(web, guessed), ['kustomize top', 'directory web']);
  const above = { 'apps/web/a.yaml': configMap };
  const below = { ...above, 'apps/kustomization.yaml': 'resources: []\n' };
  assert.deepEqual(await foundBeside(above, below), ['kustomize apps', 'directory apps/web']);
});

test('A directory of the other side moves into a chart, but not into a library', async () => {
  const templates = { 'web/templates/a.yaml': configMap };
  assert.deepEqual(await foundBeside(templates, helm), ['helm web']);
  const library = { ...helm, 'web/Chart.yaml': `${chart}type: library\n` };
  assert.deepEqual(await foundBeside(templates, library), ['directory web/templates']);
});

test('A unit of the other side is gone where nothing of it is left', async () => {
  const left: readonly (readonly [Files, Files])[] = [
    [web, {}],
    [web, { 'web/README.md': configMap }],
    [web, { web: configMap }],
    [kustomization, { 'web/README.md': configMap }],
    [helm, { 'web/README.md': '' }],
  ];
  for (const [other, here] of left) assert.deepEqual(await foundBeside(other, here), []);
});

test('A unit at a link to another directory is what is there', async () => {
  const moved = { 'other/a.yaml': configMap, web: link('other') };
  assert.deepEqual(await foundBeside(web, moved), ['directory other', 'directory web']);
  const tree = treeOf(moved);
  const { units } = await discoverIn(tree, { others: (await discoverIn(treeOf(web))).units });
  const unit = units.find(({ path }) => path === 'web') ?? assert.fail();
  assert.deepEqual(await plain.renderPlan(unit, tree), { kind: 'directory', path: 'other', recurse: false });
  assert.deepEqual((await plain.closure(unit, tree)).paths, ['other/a.yaml', 'web']);
});

test('A configured unit at a submodule or a link to nothing is there, and its plan is a gap', async () => {
  const config = 'units: [{path: apps/web, prune: true}]\n';
  const away: readonly Files[] = [
    { 'apps/web': { kind: 'submodule', content: '' } },
    { apps: { kind: 'submodule', content: '' } },
    { 'apps/web': link('gone') },
    { apps: link('../outside') },
  ];
  for (const files of away) {
    const tree = treeOf(files);
    const unit = await unitAt(tree, 'apps/web', { config });
    const plan = await plain.renderPlan(unit, tree);
    assert.equal(plan.kind, 'source-unreadable');
    const { paths } = await plain.closure(unit, tree);
    assert.ok(Object.keys(files).every((path) => paths.includes(path)));
  }
});

test('Files that only UTF-16 makes unreadable, and pointers to Git LFS, make a unit of a new directory', async () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12\n`;
  for (const content of [
    Buffer.from(`\uFEFF${configMap}`, 'utf16le'),
    Buffer.from(configMap, 'utf16le'),
    pointer,
  ]) {
    assert.deepEqual(await found({ 'new/a.yaml': content, 'data/a.json': pointer }), ['directory new']);
  }
});

test('A manifest that base and head share is looked at once', async () => {
  const looked: string[] = [];
  const treeWith = (name: string): Tree => {
    const tree = treeOf({
      'shared/a.yaml': `${configMap}# shared\n`,
      [`${name}/a.yaml`]: `${configMap}# ${name}\n`,
    });
    const read: Tree['read'] = async (paths, limits) => {
      looked.push(...paths);
      return tree.read(paths, limits);
    };
    return { ...tree, read };
  };
  assert.equal((await discoverIn(treeWith('base'))).units.length, 2);
  assert.equal((await discoverIn(treeWith('head'))).units.length, 2);
  assert.deepEqual(looked, ['base/a.yaml', 'shared/a.yaml', 'head/a.yaml']);
});
