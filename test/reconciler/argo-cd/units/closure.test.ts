import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../../src/object/json.ts';
import { closure } from '../../../../src/reconciler/argo-cd/units/closure.ts';
import type { Closure } from '../../../../src/reconciler/unit.ts';
import { treeOf } from '../../../render/tree.ts';
import type { Files } from '../../../render/tree.ts';
import { application, file, here, unitIn } from './story.ts';

const repoURL = here;

async function closureOf(spec: JsonObject, files: Files): Promise<Closure> {
  const tree = treeOf({ 'root/web.yaml': file(application({ name: 'shop', spec })), ...files });
  return closure(await unitIn(tree), tree);
}

const overrides = ['web/.argocd-source-shop.yaml', 'web/.argocd-source.yaml'];

test('A chart depends on its directory, its values files and its override files', async () => {
  const helm = {
    valueFiles: ['../env/a.yaml', '/env/none.yaml', '../env/more/*.yaml'],
    fileParameters: [{ name: 'a', path: '/certs/a.pem' }],
  };
  const found = await closureOf(
    { source: { repoURL, path: 'web', helm } },
    { 'web/Chart.yaml': 'name: web\nversion: 1.0.0\n', 'env/a.yaml': '', 'env/more/b.yaml': '' },
  );
  assert.deepEqual(found.paths, [
    'certs/a.pem',
    'env/a.yaml',
    'env/more/',
    'env/none.yaml',
    'web/',
    ...overrides,
  ]);
  assert.deepEqual(found.unknown, []);
});

test('A chart of a Helm repository is fetched, and values files of this repository count', async () => {
  const found = await closureOf(
    {
      sources: [
        {
          repoURL: 'registry.example/charts',
          chart: 'redis',
          targetRevision: '~1',
          helm: { valueFiles: ['$v/a.yaml'] },
        },
        { repoURL, ref: 'v' },
      ],
    },
    { 'a.yaml': '', 'b.yaml': '' },
  );
  assert.deepEqual(found.paths, ['a.yaml']);
  assert.deepEqual(found.remotes, [
    {
      kind: 'chart',
      repository: 'oci://registry.example/charts',
      name: 'redis',
      version: '~1',
      place: { file: 'root/web.yaml', line: 1 },
      use: { kind: 'root' },
    },
  ]);
});

test('A kustomization depends on what it includes, and on components that the Application adds', async () => {
  const found = await closureOf(
    { source: { repoURL, path: 'web', kustomize: { components: ['../part'] } } },
    {
      'web/kustomization.yaml': 'resources: [a.yaml]\n',
      'web/a.yaml': '',
      'web/b.yaml': '',
      'part/kustomization.yaml': 'kind: Component\nresources: [c.yaml]\n',
      'part/c.yaml': '',
    },
  );
  assert.deepEqual(found.paths, [
    'part/c.yaml',
    'part/kustomization.yaml',
    ...overrides,
    'web/a.yaml',
    'web/kustomization.yaml',
  ]);
});

test('A directory depends on its files, and Jsonnet on what it imports, wherever that is found', async () => {
  const directory = { jsonnet: { libs: ['vendor'] } };
  const found = await closureOf(
    { source: { repoURL, path: 'web', directory } },
    {
      'web/a.yaml': '',
      'web/b.jsonnet': "(import 'lib.libsonnet') + (import '../far.libsonnet')",
      'web/notes.md': '',
      'web/sub/c.yaml': '',
      'vendor/lib.libsonnet': '{}',
      'far.libsonnet': '{}',
    },
  );
  assert.deepEqual(
    found.paths,
    [...overrides, 'far.libsonnet', 'vendor/', 'vendor/lib.libsonnet', 'web/a.yaml', 'web/b.jsonnet'].sort(),
  );
  const leaving = await closureOf(
    { source: { repoURL, path: 'web', directory } },
    { 'web/b.jsonnet': "import '../../far.libsonnet'" },
  );
  assert.deepEqual(leaving.unknown, ['a Jsonnet import from outside the repository']);
});

test('A path that does not exist counts, since a commit may bring it', async () => {
  const found = await closureOf({ source: { repoURL, path: 'web' } }, { 'other/a.yaml': '' });
  assert.deepEqual(found.paths, ['web/', ...overrides]);
});

test('What a plugin reads is not known', async () => {
  const found = await closureOf({ source: { repoURL, path: 'web', plugin: {} } }, { 'web/a': '' });
  assert.deepEqual([found.paths, found.unknown.length], [['web/', ...overrides], 1]);
});
