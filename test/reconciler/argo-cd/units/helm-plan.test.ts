import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remoteKey } from '../../../../src/source/remote.ts';
import { chart, planned, repoURL, source } from './planned.ts';

test('A chart is rendered by the Helm of its Argo CD, as the release of the Application', async () => {
  assert.deepEqual(await planned(source({}), chart), {
    kind: 'helm',
    chart: { path: 'web' },
    release: 'shop',
    namespace: 'shop',
    valuesFiles: [],
    major: 4,
  });
  const older = await planned(source({}), chart, 'v3.4.2');
  assert.equal(older.kind === 'helm' ? older.major : older.kind, 3);
});

test('Helm gets all that the Application tells it, with the build environment put in', async () => {
  const helm = {
    releaseName: 'front',
    namespace: 'other',
    valueFiles: ['values-${ARGOCD_APP_NAME}.yaml', '/common/all.yaml', 'https://values.example/x.yaml'],
    values: 'b: 1',
    valuesObject: { b: 2 },
    parameters: [
      { name: 'image.tag', value: 'v1,v2' },
      { name: 'list', value: '{a,b}' },
      { name: 'rev', value: '$ARGOCD_APP_REVISION_SHORT $$x', forceString: true },
      { name: 'image.tag', value: 'v3' },
    ],
    fileParameters: [{ name: 'cert', path: 'files/cert.pem' }],
    kubeVersion: '1.31',
    apiVersions: ['a/v1'],
    skipCrds: true,
    skipTests: true,
    skipSchemaValidation: true,
  };
  assert.deepEqual(await planned(source({ helm }), chart), {
    kind: 'helm',
    chart: { path: 'web' },
    release: 'front',
    namespace: 'other',
    valuesFiles: [
      { path: 'web/values-shop.yaml' },
      { path: 'common/all.yaml' },
      { remote: remoteKey({ kind: 'file', url: 'https://values.example/x.yaml' }), path: '.' },
    ],
    values: '{"b":2}',
    parameters: [
      { name: 'image.tag', value: 'v3', as: 'value' },
      { name: 'list', value: '{a,b}', as: 'value' },
      { name: 'rev', value: '0000000 $x', as: 'string' },
      { name: 'cert', value: 'web/files/cert.pem', as: 'file' },
    ],
    skipCrds: true,
    skipTests: true,
    skipSchemaValidation: true,
    kubeVersion: '1.31',
    apiVersions: ['a/v1'],
    major: 4,
  });
});

test('Patterns among values files leave out what is named, and come in the order of a walk', async () => {
  const files = {
    ...chart,
    'web/env/b/z.yaml': '',
    'web/env/a.yaml': '',
    'web/env/last.yaml': '',
    'web/env/b/a.yaml': '',
  };
  const valueFiles = ['env/**/*.yaml', 'env/last.yaml'];
  const plan = await planned(source({ helm: { valueFiles } }), files);
  const expected = ['web/env/a.yaml', 'web/env/b/a.yaml', 'web/env/b/z.yaml', 'web/env/last.yaml'];
  assert.deepEqual(
    plan.kind === 'helm' ? plan.valuesFiles : plan,
    expected.map((path) => ({ path })),
  );
  const older = await planned(source({ helm: { valueFiles } }), files, 'v3.3.0');
  assert.deepEqual(older.kind === 'helm' ? older.valuesFiles.map(({ path }) => path) : older, [
    'web/env/**/*.yaml',
    'web/env/last.yaml',
  ]);
});

test('Missing values files are left out only where they may be missing', async () => {
  const valueFiles = ['values.yaml', 'none.yaml', 'none-*.yaml'];
  const lenient = await planned(source({ helm: { valueFiles, ignoreMissingValueFiles: true } }), chart);
  assert.deepEqual(lenient.kind === 'helm' ? lenient.valuesFiles : lenient, [{ path: 'web/values.yaml' }]);
  const strict = await planned(source({ helm: { valueFiles: ['none.yaml'] } }), chart);
  assert.deepEqual(strict.kind === 'helm' ? strict.valuesFiles : strict, [{ path: 'web/none.yaml' }]);
  const nothing = await planned(source({ helm: { valueFiles: ['none-*.yaml'] } }), chart);
  assert.match('why' in nothing ? nothing.why : '', /matches none/);
  const outside = await planned(source({ helm: { valueFiles: ['../../x.yaml'] } }), chart);
  assert.match('why' in outside ? outside.why : '', /outside the repository/);
});

test('A chart of a Helm repository takes values files of this repository by reference', async () => {
  const spec = {
    sources: [
      {
        repoURL: 'https://charts.example/stable',
        chart: 'redis',
        targetRevision: '1.2.3',
        helm: { valueFiles: ['$values/env/redis.yaml', 'values-ha.yaml'] },
      },
      { repoURL, ref: 'values', targetRevision: 'main' },
    ],
  };
  const remote = remoteKey({
    kind: 'chart',
    repository: 'https://charts.example/stable',
    name: 'redis',
    version: '1.2.3',
  });
  assert.deepEqual(await planned(spec), {
    kind: 'helm',
    chart: { remote, path: '.' },
    release: 'shop',
    namespace: 'shop',
    valuesFiles: [{ path: 'env/redis.yaml' }, { remote, path: 'values-ha.yaml' }],
    major: 4,
  });
});
