import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tree } from '../../../src/source/tree.ts';
import { plain } from '../../../src/reconciler/plain/plain.ts';
import { treeOf } from '../../render/tree.ts';
import { closureAt, configMap, discoverIn, unitAt } from './story.ts';

test('A kustomization needs every file that it names, through all that it includes', async () => {
  const files = {
    'prod/kustomization.yaml': `
resources: [../base, extra.yaml, missing.yaml]
components: [../tls]
patches: [{path: p.yaml}, {patch: "- op: remove", target: {kind: A}}]
patchesStrategicMerge: [s.yaml, "kind: A\\nmetadata: {}\\n"]
patchesJson6902: [{path: j.yaml}]
replacements: [{path: r.yaml}]
crds: [crd.json]
configurations: [c.yaml]
openapi: {path: schema.json}
configMapGenerator: [{name: a, files: [key=conf/a.txt, b.txt], envs: [a.env]}]
secretGenerator: [{name: b, env: b.env}]
transformers: [t.yaml, "apiVersion: builtin\\nkind: PatchTransformer\\npath: inline.yaml\\n"]
`,
    'prod/extra.yaml': configMap,
    'prod/t.yaml': 'apiVersion: builtin\nkind: PatchTransformer\npath: deep.yaml\n',
    'prod/deep.yaml': '',
    'prod/inline.yaml': '',
    'prod/unused.yaml': configMap,
    'base/kustomization.yaml': 'resources: [a.yaml]\n',
    'base/a.yaml': configMap,
    'tls/kustomization.yaml': 'kind: Component\nresources: [b.yaml]\n',
    'tls/b.yaml': configMap,
  };
  const closure = await closureAt(files, 'prod');
  assert.deepEqual(closure.remotes, []);
  assert.deepEqual(closure.unknown, []);
  const own = [
    'a.env',
    'b.env',
    'b.txt',
    'c.yaml',
    'conf/a.txt',
    'crd.json',
    'deep.yaml',
    'extra.yaml',
    'inline.yaml',
    'j.yaml',
  ];
  own.push('kustomization.yaml', 'missing.yaml', 'p.yaml', 'r.yaml', 's.yaml', 'schema.json', 't.yaml');
  assert.deepEqual(closure.paths, [
    'base/a.yaml',
    'base/kustomization.yaml',
    ...own.map((name) => `prod/${name}`),
    'tls/b.yaml',
    'tls/kustomization.yaml',
  ]);
});

test('What cannot be read or leaves the repository makes the closure unknown', async () => {
  const outside = ['../../etc/passwd', '/etc/passwd', '../link/x.yaml'];
  for (const reference of outside) {
    const files = {
      'a/kustomization.yaml': `resources: [${reference}]\n`,
      link: { kind: 'symlink' as const, content: '/etc' },
    };
    assert.equal((await closureAt(files, 'a')).unknown.length, 1, reference);
  }
  const broken = await closureAt(
    { 'a/kustomization.yaml': 'resources:\n- b.yaml\n x: y\n', 'a/b.yaml': configMap },
    'a',
  );
  assert.equal(broken.unknown.length, 1);
  assert.deepEqual(broken.paths, ['a/b.yaml', 'a/kustomization.yaml']);
  const submodule = {
    'a/kustomization.yaml': 'resources: [../lib/x]\n',
    lib: { kind: 'submodule' as const, content: '' },
  };
  assert.equal((await closureAt(submodule, 'a')).unknown.length, 1);
});

test('A link on the way belongs to the closure, and so does what it leads to', async () => {
  const files = {
    'a/kustomization.yaml': 'resources: [../link/b.yaml]\n',
    link: { kind: 'symlink' as const, content: 'real' },
    'real/b.yaml': configMap,
  };
  const { paths, unknown } = await closureAt(files, 'a');
  assert.deepEqual(unknown, []);
  assert.deepEqual(paths, ['a/kustomization.yaml', 'link', 'real/b.yaml']);
});

test('A chart needs its directory, its values files and its dependencies', async () => {
  const files = {
    'charts/shop/Chart.yaml': `name: shop
version: 1.0.0
dependencies:
  - {name: common, version: 1.0.0, repository: "file://../common"}
  - {name: redis, version: ^18, repository: "oci://charts.example.com/lib"}
  - {name: vendored, version: 1.0.0, repository: "https://charts.example.com"}
  - {name: unpacked, version: 1.0.0, repository: "https://charts.example.com"}
`,
    'charts/shop/Chart.lock': 'dependencies: [{name: redis, version: 18.1.2}]\n',
    'charts/shop/charts/vendored-1.0.0.tgz': '',
    'charts/shop/charts/redis-cluster-1.0.0.tgz': '',
    'charts/shop/charts/unpacked/Chart.yaml': 'name: unpacked\n',
    'charts/common/Chart.yaml':
      'name: common\nversion: 1.0.0\ndependencies: [{name: deep, repository: "file://../deep"}]\n',
    'charts/deep/Chart.yaml': 'name: deep\nversion: 1.0.0\n',
    'values/eu.yaml': 'a: b\n',
  };
  const config =
    'units: [{path: charts/shop, helm: {valuesFiles: [../../values/eu.yaml, "https://example.com/v.yaml"]}}]\n';
  const closure = await closureAt(files, 'charts/shop', { config });
  assert.deepEqual(closure.paths, ['charts/common/', 'charts/deep/', 'charts/shop/', 'values/eu.yaml']);
  const repository = 'oci://charts.example.com/lib';
  const dependency = (name: string, line: number): object => ({
    name,
    place: { file: 'charts/shop/Chart.yaml', line },
    use: { kind: 'dependency', chart: { path: 'charts/shop' }, name },
  });
  // As Helm does: one that is missing has all of them fetched, at the versions of the lock.
  const vendored = { kind: 'chart', repository: 'https://charts.example.com', version: '1.0.0' };
  assert.deepEqual(closure.remotes, [
    { kind: 'chart', repository, version: '18.1.2', ...dependency('redis', 5) },
    { ...vendored, ...dependency('vendored', 6) },
    { ...vendored, ...dependency('unpacked', 7) },
    { kind: 'file', url: 'https://example.com/v.yaml', place: undefined, use: { kind: 'root' } },
  ]);
});

test('A chart at the root needs the whole repository', async () => {
  assert.deepEqual((await closureAt({ 'Chart.yaml': 'name: a\n', x: '' }, '.')).paths, ['./']);
});

test('A directory needs its manifests, and those below it only when it recurses', async () => {
  const files = { 'a/x.yaml': configMap, 'a/y.json': '{}', 'a/README.md': '', 'a/deep/z.yaml': configMap };
  assert.deepEqual((await closureAt(files, 'a')).paths, ['a/x.yaml', 'a/y.json']);
  assert.deepEqual((await closureAt(files, 'a', { config: 'units: [{path: a, recurse: true}]\n' })).paths, [
    'a/',
  ]);
});

test('A repository of 500 units is searched with few reads', async () => {
  const files: Record<string, string> = {
    'base/kustomization.yaml': 'resources: [b.yaml]\n',
    'base/b.yaml': configMap,
  };
  for (let unit = 0; unit < 500; unit += 1) {
    files[`apps/${unit}/kustomization.yaml`] = 'resources: [a.yaml, ../../base]\n';
    files[`apps/${unit}/a.yaml`] = configMap;
    for (let file = 0; file < 20; file += 1) files[`plain/${unit}/${file}.yaml`] = configMap;
  }
  const tree = treeOf(files);
  let reads = 0;
  const counted: Tree = {
    ...tree,
    read: async (paths, limits) => {
      reads += 1;
      return tree.read(paths, limits);
    },
  };
  const { units } = await discoverIn(counted);
  assert.equal(units.length, 1000);
  for (const unit of units) assert.ok((await plain.closure(unit, counted)).paths.length > 0);
  assert.ok(reads <= 5, `${reads} reads`);
});

test('A kustomization with too many references is rendered always, with all files at hand', async () => {
  const entries = Array.from({ length: 60_000 }, (_, file) => `- f${file}`);
  const { paths, unknown } = await closureAt(
    { 'a/kustomization.yaml': `resources:\n${entries.join('\n')}\n` },
    'a',
  );
  assert.deepEqual(paths, ['./']);
  assert.equal(unknown.length, 1);
});

test('The plan of a unit follows its configuration', async () => {
  const tree = treeOf({
    'a/x.yaml': configMap,
    'b/kustomization.yaml': 'resources: []\n',
    'c/Chart.yaml': 'name: My_Chart\n',
  });
  const planOf = async (path: string, config = ''): Promise<unknown> =>
    plain.renderPlan(await unitAt(tree, path, { config }), tree);
  assert.deepEqual(await planOf('a'), { kind: 'directory', path: 'a', recurse: false });
  assert.deepEqual(await planOf('b'), { kind: 'kustomize', path: 'b' });
  const chart = {
    kind: 'helm',
    chart: { path: 'c' },
    release: 'my-chart',
    namespace: 'default',
    valuesFiles: [],
    skipTests: true,
    major: 4,
  };
  assert.deepEqual(await planOf('c'), chart);
  const config =
    'units: [{path: c, name: eu, namespace: shop, helm: {valuesFiles: [../v.yaml], major: 3}}]\n';
  assert.deepEqual(await planOf('c', config), {
    ...chart,
    release: 'eu',
    namespace: 'shop',
    valuesFiles: [{ path: 'v.yaml' }],
    major: 3,
  });
});
