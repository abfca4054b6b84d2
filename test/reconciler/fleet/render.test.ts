/** Bundles with charts and kustomizations -> what the agent applies of them, by the real helm and kustomize. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { renderUnit } from '../../../src/render/render-unit.ts';
import { openRenderers } from '../../render/rendered.ts';
import { treeOf } from '../../render/tree.ts';
import type { Files } from '../../render/tree.ts';
import { declaredBy, planned, unplanned } from './rendering.ts';
import { configMap, fleetCluster, gitRepo, home, reconciler, unitIn } from './story.ts';

const renderers = await openRenderers();
const homes = [home([gitRepo({ paths: ['app'], targets: [{ clusterSelector: {} }] }), fleetCluster('prod')])];
const chart = {
  'app/chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  'app/chart/templates/m.yaml':
    'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web }\ndata: { k: {{ .Values.k | quote }}, r: "{{ .Release.Name }} {{ .Release.Namespace }}" }\n',
  'app/fleet.yaml': 'defaultNamespace: shop\nhelm: { chart: chart, values: { k: v } }\n',
};

async function objects(files: Files): Promise<readonly KubeObject[]> {
  const unit = await unitIn(files, { homes });
  return (await declaredBy(renderers, { unit, files })).map(({ object }) => object);
}

test('a chart of the bundle is rendered as its release', async () => {
  const [only, ...more] = await objects(chart);
  assert.deepEqual(more, []);
  assert.deepEqual(only?.['data'], { k: 'v', r: 'infra-app shop' });
});

test('what a chart renders goes through the kustomization beside it, with patches from files of the bundle', async () => {
  const [only] = await objects({
    ...chart,
    'app/kustomization.yaml': 'nameSuffix: -x\npatches:\n- path: patch.yaml\n  target: { kind: ConfigMap }\n',
    'app/patch.yaml': '- { op: replace, path: /data/k, value: patched }\n',
  });
  assert.equal(only?.metadata.name, 'web-x');
  assert.deepEqual(only?.['data'], { k: 'patched', r: 'infra-app shop' });
});

test('a kustomization that adds resources to those of a chart is a gap', async () => {
  const files = {
    ...chart,
    'app/kustomization.yaml': 'resources: [more.yaml]',
    'app/more.yaml': configMap('m'),
  };
  assert.match(
    await unplanned(await unitIn(files, { homes }), files),
    /resources beside those of the chart/u,
  );
});

test('a kustomization of a bundle reaches nothing outside of it', async () => {
  const files = {
    'app/kustomization.yaml': 'resources: [../base]',
    'base/kustomization.yaml': 'resources: [m.yaml]',
    'base/m.yaml': configMap('m'),
  };
  const unit = await unitIn(files, { homes });
  const tree = treeOf(files);
  const closure = await reconciler().closure(unit, tree);
  const plan = await planned(unit, files);
  const render = await renderUnit(
    { unit: unit.id, plan, closure, tree, capabilities: undefined, remotes: new Map() },
    renderers,
  );
  assert.equal(render.kind, 'failed');
});

test('a document without a kind is passed over, with all of its file', async () => {
  const found = await objects({
    'app/a.yaml': `a: 1\n---\n${configMap('lost')}`,
    'app/b.yaml': configMap('b'),
  });
  assert.deepEqual(
    found.map(({ metadata }) => metadata.name),
    ['b'],
  );
});

test('a definition is kept by its release, unless the bundle says otherwise', async () => {
  const definition = JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.shop.example' },
  });
  const keeping = async (fleetYaml: string): Promise<unknown> => {
    const [only] = await objects({ 'app/d.yaml': definition, 'app/fleet.yaml': fleetYaml });
    const annotations = only?.metadata['annotations'];
    return (
      typeof annotations === 'object' && annotations !== null && 'helm.sh/resource-policy' in annotations
    );
  };
  assert.equal(await keeping('{}'), true);
  assert.equal(await keeping('deleteCRDResources: true'), false);
});
