import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Files } from '../render/tree.ts';
import { map, other, submodule } from './broken-units.ts';
import { adaptersForAll } from './adapters-for-all.ts';
import { reviewed, told } from './reviewed-trees.ts';

const adapters = adaptersForAll();

async function gapsOf(base: Files, head: Files): Promise<readonly string[]> {
  const { gaps } = told(
    await reviewed(adapters(), { base: { ...other, ...base }, head: { ...other, ...head } }),
  );
  return gaps.filter((gap) => gap.startsWith('outside-units: '));
}

function holds(path: string): string {
  return `outside-units: ${path} holds a Kubernetes object, and no unit reads it`;
}

const component =
  'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [../apps/x/b.yaml]\n';
const decoys: Readonly<Record<string, Files>> = {
  'a kustomization elsewhere that takes one file': {
    'k/kustomization.yaml': 'resources: [../apps/x/a.yaml]\n',
    'apps/x/a.yaml': map('a'),
  },
  'an empty kustomization above': { 'apps/kustomization.yaml': 'resources: []\n' },
  'a kustomization above that takes something else': {
    'apps/kustomization.yaml': 'resources: [a.yaml]\n',
    'apps/a.yaml': map('a'),
  },
  'a component above that nothing includes': { 'apps/kustomization.yaml': component },
};

for (const [title, decoy] of Object.entries(decoys)) {
  test(`A changed manifest is told that no unit reads because of ${title}`, async () => {
    const base = { ...decoy, 'apps/x/b.yaml': map('b') };
    const head = { ...base, 'apps/x/b.yaml': `${map('b')}data: {a: b}\n`, 'apps/x/c.yaml': map('c') };
    assert.deepEqual(await gapsOf(base, head), [holds('apps/x/b.yaml'), holds('apps/x/c.yaml')]);
    assert.deepEqual(await gapsOf(base, base), []);
  });
}

test('A changed manifest is told in the templates of a library, which renders nothing by itself', async () => {
  const library = 'apiVersion: v2\nname: apps\nversion: 1.0.0\ntype: library\n';
  const base = { 'apps/Chart.yaml': library, 'apps/templates/a.yaml': map('a') };
  const head = { ...base, 'apps/templates/a.yaml': `${map('a')}data: {a: b}\n` };
  assert.deepEqual(await gapsOf(base, head), [holds('apps/templates/a.yaml')]);
});

const unusual: Readonly<Record<string, string>> = {
  'flow without quotes': '{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n',
  'flow after the marker': '--- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n',
  'an indented root': '  apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: a}\n',
  'explicit keys': '? apiVersion\n: v1\n? kind\n: ConfigMap\n? metadata\n: {name: a}\n',
  'tagged keys': '!!str apiVersion: v1\n!!str kind: ConfigMap\n!!str metadata: {name: a}\n',
  'anchored keys': '&a apiVersion: v1\n&b kind: ConfigMap\n&c metadata: {name: a}\n',
  'escapes in keys': '"api\\u0056ersion": v1\n"k\\x69nd": ConfigMap\n"meta\\u0064ata": {name: a}\n',
};

for (const [title, content] of Object.entries(unusual)) {
  test(`A manifest in unusual YAML is told or is a unit: ${title}`, async () => {
    const { gaps, changes } = told(
      await reviewed(adapters(), { base: other, head: { ...other, 'web/a.yaml': content } }),
    );
    const seen = [...gaps, ...changes];
    assert.ok(
      seen.includes(holds('web/a.yaml')) || seen.includes('created plain/web ConfigMap/a'),
      seen.join(),
    );
  });
}

test('A manifest behind line ends that only Kubernetes tools see is told', async () => {
  const content = '# x\u2028apiVersion: v1\u2028kind: ConfigMap\u2028metadata: {name: a}\n';
  assert.deepEqual(await gapsOf({}, { 'web/a.yaml': content }), [
    'outside-units: web/a.yaml cannot be read, and looks like a Kubernetes object, and no unit reads it',
  ]);
});

test('Nothing is told of what is no manifest, hidden, ignored, removed, or where only configured units count', async () => {
  const settings = '.github/proofline.yml';
  const decoy = { 'apps/kustomization.yaml': 'resources: []\n' };
  const head = { ...decoy, 'apps/x/b.yaml': map('b') };
  assert.deepEqual(await gapsOf(decoy, head), [holds('apps/x/b.yaml')]);
  for (const config of ['ignore: [apps/x]\n', 'ignore: ["apps/**"]\n', 'discover: false\n']) {
    assert.deepEqual(await gapsOf({ ...decoy, [settings]: config }, { ...head, [settings]: config }), []);
    assert.deepEqual(await gapsOf(decoy, { ...head, [settings]: config }), [holds('apps/x/b.yaml')]);
  }
  const quiet = {
    ...decoy,
    'apps/x/values.yaml': 'text: "a\\tb"\nkind: x\n',
    'apps/x/kind.yaml': 'kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\n',
    'apps/y/kustomization.yaml': component,
    '.hidden/a.yaml': map('a'),
    'apps/.b/a.yaml': map('a'),
  };
  assert.deepEqual(await gapsOf(decoy, quiet), []);
  assert.deepEqual(await gapsOf(head, decoy), []);
});

test('A link to a manifest is told by its own name', async () => {
  const base = { 'apps/kustomization.yaml': 'resources: []\n', 'apps/text': map('a') };
  const head = { ...base, 'apps/x/b.yaml': { kind: 'symlink' as const, content: '../text' } };
  assert.deepEqual(await gapsOf(base, head), [holds('apps/x/b.yaml')]);
});

test('Of many manifests outside of units twenty are told, and the rest is counted', async () => {
  const decoy = { 'apps/kustomization.yaml': 'resources: []\n' };
  const many = Array.from({ length: 25 }, (_, index) => [`apps/x/${String(index)}.yaml`, map('b')] as const);
  const gaps = await gapsOf(decoy, { ...decoy, ...Object.fromEntries(many) });
  assert.equal(gaps.length, 21);
  assert.equal(gaps.at(-1), 'outside-units: 5 more changed files that no unit reads were not looked at');
});

test('A submodule is told where it is new, and where it takes the place of a unit', async () => {
  const base = { ...other, 'apps/x/a.yaml': map('a') };
  for (const head of [
    { ...base, 'new/module': submodule },
    { ...other, 'apps/x': submodule },
  ]) {
    const { gaps } = told(await reviewed(adapters(), { base, head }));
    assert.match(gaps.join('\n'), /^source-unreadable: (?:new\/module|apps\/x) is a submodule/mu);
  }
});
