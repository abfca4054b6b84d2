import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../../render/tree.ts';
import { configMap, discoverIn, found, unitAt } from './story.ts';

test('A kustomization is a unit unless another one includes it', async () => {
  const files = {
    'base/kustomization.yaml': 'resources: [deployment.yaml]\n',
    'base/deployment.yaml': configMap,
    'parts/tls/kustomization.yaml':
      'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\npatches: [{path: p.yaml}]\n',
    'overlays/dev/kustomization.yml': 'resources: [../../base/]\n',
    'overlays/prod/Kustomization': 'bases: [../../base]\ncomponents: [../../parts/tls]\n',
    'lonely/kustomization.yaml': 'kind: Component\napiVersion: kustomize.config.k8s.io/v1alpha1\n',
  };
  assert.deepEqual(await found(files), ['kustomize overlays/dev', 'kustomize overlays/prod']);
});

test('Kustomizations that include each other are one unit, so that the circle is seen', async () => {
  const files = {
    'a/kustomization.yaml': 'resources: [../b]\n',
    'b/kustomization.yaml': 'resources: [../a]\n',
  };
  assert.deepEqual(await found(files), ['kustomize a']);
});

test('A broken kustomization stays a unit, and its bases do not become units', async () => {
  const files = {
    'base/kustomization.yaml': 'resources: [x.yaml]\n',
    'base/x.yaml': configMap,
    'prod/kustomization.yaml': 'resources:\n  - ../base\n nameSuffix: -x\n',
  };
  assert.deepEqual(await found(files), ['kustomize prod']);
});

test('A Flux Kustomization in a file of that name is an object, not a kustomization', async () => {
  const flux = 'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a}\n';
  assert.deepEqual(await found({ 'clusters/prod/kustomization.yaml': flux }), ['directory clusters/prod']);
});

test('A chart is a unit unless it is a library or part of another chart', async () => {
  const chart = (name: string, more = ''): string => `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n${more}`;
  const files = {
    'charts/shop/Chart.yaml': chart(
      'shop',
      'dependencies: [{name: common, version: 1.0.0, repository: "file://../common"}]\n',
    ),
    'charts/shop/values.yaml': 'replicas: 1\n',
    'charts/shop/templates/a.yaml': configMap,
    'charts/shop/crds/b.yaml': configMap,
    'charts/shop/charts/redis/Chart.yaml': chart('redis'),
    'charts/common/Chart.yaml': chart('common'),
    'charts/words/Chart.yaml': chart('words', 'type: library\n'),
    'charts/broken/Chart.yaml': 'name: [\n',
  };
  assert.deepEqual(await found(files), ['helm charts/broken', 'helm charts/shop']);
});

test('A chart that a kustomization inflates is part of the kustomization', async () => {
  const files = {
    'app/kustomization.yaml': 'helmCharts: [{name: web}]\n',
    'app/charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
    'app/charts/web/templates/a.yaml': configMap,
  };
  assert.deepEqual(await found(files), ['kustomize app']);
});

test('Every other directory with objects is a unit', async () => {
  const files = {
    'README.md': configMap,
    'root.yml': configMap,
    'apps/web/a.yaml': configMap,
    'apps/web/deep/b.json': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}',
    'apps/list/c.yaml': 'kind: List\napiVersion: v1\nitems: []\n',
    'values/prod.yaml': 'extra:\n  - apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: a}\n',
    'ci/kind.yaml': 'kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\nnodes: []\n',
    '.github/workflows/a.yaml': configMap,
    'apps/.hidden/a.yaml': configMap,
  };
  assert.deepEqual(await found(files), [
    'directory .',
    'directory apps/list',
    'directory apps/web',
    'directory apps/web/deep',
  ]);
});

test('Files below a kustomization, or that one refers to, make no unit of their own', async () => {
  const files = {
    'kustomization.yaml': 'resources: [shared/a.yaml]\n',
    'shared/a.yaml': configMap,
    'shared/b.yaml': configMap,
    'web/kustomization.yaml': 'resources: [a.yaml]\n',
    'web/a.yaml': configMap,
    'web/old/b.yaml': configMap,
    'other/c.yaml': configMap,
  };
  assert.deepEqual(await found(files), ['kustomize .', 'directory other', 'kustomize web']);
});

test('A directory that is a kustomization and a chart is a kustomization', async () => {
  const files = {
    'a/kustomization.yaml': 'resources: []\n',
    'a/Chart.yaml': 'name: a\nversion: 1.0.0\n',
    'a/x.yaml': configMap,
  };
  assert.deepEqual(await found(files), ['kustomize a']);
});

test('A broken file keeps its directory a unit', async () => {
  const broken = [
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n\tname: a\n',
    ' apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n',
    'apiVersion: v1\n kind: ConfigMap\nmetadata:\n  name: a\n',
    'apiVersion: v1\nkind: ConfigMap\n metadata:\n  name: a\n',
    'apiVersion: v1\r\nkind: ConfigMap\r\nmetadata: {{ name }}\r\n',
    Buffer.concat([Buffer.from(configMap), Buffer.from([0xff])]),
    '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {',
    '\uFEFFapiVersion: v1\nkind: ConfigMap\nmetadata: {}\n',
    '# x\n'.repeat(2_500_001),
  ];
  for (const content of broken) {
    assert.deepEqual(
      await found({ 'web/a.yaml': content }),
      ['directory web'],
      content.toString().slice(0, 60),
    );
  }
});

test('The configuration adds units, replaces those at its paths and may switch looking off', async () => {
  const files = {
    'a/x.yaml': configMap,
    'b/x.yaml': configMap,
    'c/deep/x.yaml': configMap,
    'c/x.yaml': configMap,
  };
  const config = `units:
  - {path: a, name: one, renderer: directory}
  - {path: a, name: two, namespace: shop, prune: true}
  - {path: c, recurse: true}
  - {path: gone}
`;
  const configured = ['directory a:one', 'directory a:two', 'directory b', 'directory c'];
  assert.deepEqual(await found(files, { config }), configured);
  assert.deepEqual(
    await found(files, { config: `${config}discover: false\n` }),
    configured.filter((unit) => unit !== 'directory b'),
  );
});

test('Ignored paths hold no units', async () => {
  const files = {
    'docs/examples/a.yaml': configMap,
    'docs/k/kustomization.yaml': 'resources: []\n',
    'test/web/a.yaml': configMap,
    'web/a.yaml': configMap,
    'web/b.tmpl.yaml': configMap,
    'tmpl/b.tmpl.yaml': configMap,
  };
  const config = 'ignore: [docs/**, test, "**/*.tmpl.yaml"]\n';
  assert.deepEqual(await found(files, { config }), ['directory web']);
});

test('A unit keeps the cluster that is named for it, so that one not given can be told, else gets the only one', async () => {
  const tree = treeOf({ 'a/x.yaml': configMap });
  const clusterOf = async (config: string, clusters: readonly string[]): Promise<string | undefined> =>
    (await unitAt(tree, 'a', { config, clusters })).target.cluster;
  assert.equal(await clusterOf('', []), undefined);
  assert.equal(await clusterOf('', ['east']), 'east');
  assert.equal(await clusterOf('', ['east', 'west']), undefined);
  assert.equal(await clusterOf('units: [{path: a, cluster: west}]\n', ['east', 'west']), 'west');
  assert.equal(await clusterOf('units: [{path: a, cluster: secret}]\n', ['east']), 'secret');
});

test('A link to a directory is followed where it stays inside, and makes no second unit', async () => {
  const link = (content: string): { kind: 'symlink'; content: string } => ({ kind: 'symlink', content });
  const files = {
    'base/kustomization.yaml': 'resources: [a.yaml]\n',
    'base/a.yaml': configMap,
    link: link('base'),
    'prod/kustomization.yaml': 'resources: [../link]\n',
    'out/a.yaml': link('../../etc/passwd'),
    'in/a.yaml': link('../base/a.yaml'),
  };
  assert.deepEqual(await found(files), ['directory in', 'kustomize prod']);
});

test('An empty repository has no units', async () => {
  assert.deepEqual(await discoverIn(treeOf({})), { units: [], gaps: [] });
});
