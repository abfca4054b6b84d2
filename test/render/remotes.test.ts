import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';

import type { Remote, RemoteUse } from '../../src/reconciler/unit.ts';
import { createCache } from '../../src/render/cache.ts';
import type { RenderRequest } from '../../src/render/request.ts';
import { remoteKey, type RemoteReference } from '../../src/source/remote.ts';
import { plan } from './helm-chart.ts';
import { declaredIn, failed, gapOf, openRenderers, succeeded } from './rendered.ts';
import { treeOf, type Files } from './tree.ts';

const configMap = (name: string, value = 'a'): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {value: "${value}"}\n`;

const redis: RemoteReference = {
  kind: 'chart',
  repository: 'https://charts.example.com',
  name: 'redis',
  version: '^18',
};
const redisChart: Files = {
  'Chart.yaml': 'apiVersion: v2\nname: redis\nversion: 18.1.2\n',
  'values.yaml': 'size: small\n',
  'templates/cache.yaml': configMap('cache', '{{ .Values.size }}'),
};

interface Fetched {
  readonly reference: RemoteReference;
  readonly use: RemoteUse;
  readonly files: Files;
  readonly version?: string;
}

const place = { file: 'apps/shop.yaml', line: 7 };

function fetched(...all: readonly Fetched[]): {
  closure: { remotes: readonly Remote[] };
  remotes: RenderRequest['remotes'];
} {
  return {
    closure: { remotes: all.map(({ reference, use }) => ({ ...reference, use, place })) },
    remotes: new Map(
      all.map(({ reference, files, version = '18.1.2' }) => {
        const tree = treeOf(files);
        const digest = `sha256:${createHash('sha256').update(tree.oid).digest('hex')}`;
        return [remoteKey(reference), { tree, digest, version }];
      }),
    ),
  };
}

const renderers = await openRenderers();

describe('What is fetched for a render', () => {
  const root = { kind: 'root' } as const;
  const shop: Files = {
    'shop/Chart.yaml':
      'apiVersion: v2\nname: shop\nversion: 0.1.0\ndependencies: [{name: redis, version: ^18, repository: "https://charts.example.com"}]\n',
    'shop/templates/a.yaml': configMap('shop'),
    'shop/values.yaml': 'redis: {size: large}\n',
  };
  const dependency = { kind: 'dependency', chart: { path: 'shop' }, name: 'redis' } as const;

  test('is the chart itself, with values files of the repository', async () => {
    const answer = await succeeded(renderers, {
      files: { 'env/prod.yaml': 'size: big\n', '.remote/x': 'the name is taken' },
      plan: plan(4, {
        chart: { remote: remoteKey(redis), path: '.' },
        valuesFiles: ['env/prod.yaml'],
      }),
      ...fetched({ reference: redis, use: root, files: redisChart }),
    });
    assert.deepEqual(
      answer.declared.map(({ object }) => object['data']),
      [{ value: 'big' }],
    );
    // It stands where the repository names it: the chart's own lines are in no repository.
    assert.deepEqual(declaredIn(answer), ['ConfigMap/cache @ apps/shop.yaml:7']);
    assert.equal(answer.record.parameters['chart'], 'redis 18.1.2');
    assert.match(
      JSON.stringify(answer.record.parameters['artifacts']),
      /^\[\{"name":"redis 18\.1\.2","version":"18\.1\.2","digest":"sha256:[0-9a-f]{64}"\}\]$/u,
    );
  });

  test('is what the chart depends on, and an old one in charts/ makes room for it', async () => {
    const old: Files = {
      'shop/charts/redis-17.0.0.tgz': 'never read',
      'shop/charts/redis/Chart.yaml': 'apiVersion: v2\nname: redis\nversion: 17.0.0\n',
      'shop/charts/redis/templates/old.yaml': configMap('old'),
    };
    for (const files of [shop, { ...shop, ...old }]) {
      for (const major of [3, 4] as const) {
        const answer = await succeeded(renderers, {
          files,
          plan: plan(major, { chart: { path: 'shop' } }),
          ...fetched({ reference: redis, use: dependency, files: redisChart }),
        });
        assert.deepEqual([...declaredIn(answer)].sort(), [
          'ConfigMap/cache @ apps/shop.yaml:7',
          'ConfigMap/shop @ shop/templates/a.yaml:1',
        ]);
        assert.match(JSON.stringify(answer.declared), /"value":"large"/u);
      }
    }
  });

  test('is not what a chart of the repository depends on by path: that is taken from there', async () => {
    const files: Files = {
      'shop/Chart.yaml':
        'apiVersion: v2\nname: shop\nversion: 0.1.0\ndependencies: [{name: lib, version: 1.0.0, repository: "file://../lib"}]\n',
      'shop/templates/a.yaml': configMap('shop'),
      'lib/Chart.yaml': 'apiVersion: v2\nname: lib\nversion: 1.0.0\n',
      'lib/templates/b.yaml': `# first\n${configMap('lib')}`,
    };
    const answer = await succeeded(renderers, { files, plan: plan(4, { chart: { path: 'shop' } }) });
    assert.deepEqual([...declaredIn(answer)].sort(), [
      'ConfigMap/lib @ lib/templates/b.yaml:2',
      'ConfigMap/shop @ shop/templates/a.yaml:1',
    ]);
  });

  test('is looked at for lookups and chance like the repository, also packed', async () => {
    const files = {
      ...redisChart,
      'templates/l.yaml': configMap('l', '{{ len (lookup "v1" "Secret" "a" "b") }}'),
    };
    const answer = await succeeded(renderers, {
      files: shop,
      plan: plan(4, { chart: { path: 'shop' } }),
      ...fetched({ reference: redis, use: dependency, files }),
    });
    assert.match(answer.gaps[0]?.why ?? '', /^redis 18\.1\.2: templates\/l\.yaml may ask the cluster/u);
  });

  test('fails in its own words, at the place that names it', async () => {
    const files = { ...redisChart, 'templates/cache.yaml': '# one\na: {{ .Values.x.y }}\n' };
    const answer = await failed(renderers, {
      files: {},
      plan: plan(4, { chart: { remote: remoteKey(redis), path: '.' } }),
      ...fetched({ reference: redis, use: root, files }),
    });
    assert.match(answer.message, /nil pointer/u);
    assert.deepEqual(answer.place, place);
  });

  const base: RemoteReference = {
    kind: 'git',
    url: 'https://git.example.com/acme/base.git',
    revision: 'v1.0',
    path: 'deploy/web',
  };
  const reference = 'https://git.example.com/acme/base.git//deploy/web?ref=v1.0';
  const file: RemoteReference = { kind: 'file', url: 'https://example.com/crd.yaml' };
  const kustomization = (...resources: readonly string[]): Files => ({
    'overlay/kustomization.yaml': `# bases\nresources:\n${resources.map((one) => `- ${one}\n`).join('')}`,
    'overlay/own.yaml': configMap('own'),
  });
  const ofOverlay = (text: string): RemoteUse => ({
    kind: 'base',
    file: { path: 'overlay/kustomization.yaml' },
    reference: text,
  });
  const baseFiles: Files = {
    'deploy/web/kustomization.yaml': 'resources: [web.yaml, ../shared]\n',
    'deploy/web/web.yaml': configMap('web'),
    'deploy/shared/kustomization.yaml': 'resources: [shared.yaml]\n',
    'deploy/shared/shared.yaml': configMap('shared'),
    'deploy/web/out': { kind: 'symlink', content: '../../../../../overlay/own.yaml' },
  };

  test('is the base of a kustomization, or a single file of it, in whatever way it is written', async () => {
    for (const quote of ['', '"', "'"]) {
      const answer = await succeeded(renderers, {
        files: kustomization(
          'own.yaml',
          `${quote}${reference}${quote}`,
          `${quote}${file.url}${quote} # a file`,
        ),
        plan: { kind: 'kustomize', path: 'overlay', options: [] },
        ...fetched(
          { reference: base, use: ofOverlay(reference), files: baseFiles, version: 'a'.repeat(40) },
          { reference: file, use: ofOverlay(file.url), files: { 'crd.yaml': configMap('crd') } },
        ),
      });
      assert.deepEqual([...declaredIn(answer)].sort(), [
        'ConfigMap/crd @ apps/shop.yaml:7',
        'ConfigMap/own @ overlay/own.yaml:1',
        'ConfigMap/shared @ apps/shop.yaml:7',
        'ConfigMap/web @ apps/shop.yaml:7',
      ]);
    }
  });

  test('may hold the kustomization or the directory itself', async () => {
    const all = fetched({ reference: base, use: root, files: baseFiles });
    const remote = remoteKey(base);
    const built = await succeeded(renderers, {
      files: {},
      plan: { kind: 'kustomize', remote, path: 'deploy/web' },
      ...all,
    });
    assert.equal(built.declared.length, 2);
    const read = await succeeded(renderers, {
      files: {},
      plan: { kind: 'directory', remote, path: 'deploy/shared', recurse: false },
      ...all,
    });
    assert.equal(read.declared.length, 1);
  });

  test('is a gap where it was not fetched, and where a path leads out of it', async () => {
    const { closure } = fetched({ reference: redis, use: root, files: redisChart });
    const asked = { files: {}, plan: plan(4, { chart: { remote: remoteKey(redis), path: '.' } }) };
    assert.equal((await gapOf(renderers, { ...asked, closure }))[0], 'remote-not-allowed');
    const climbing = plan(4, { chart: { remote: remoteKey(redis), path: '../..' } });
    const [kind, why] = await gapOf(renderers, {
      files: {},
      plan: climbing,
      ...fetched({ reference: redis, use: root, files: redisChart }),
    });
    assert.equal(kind, 'source-unreadable');
    assert.match(why, /leads out/u);
  });

  test('makes another render when it is another one, though the repository is the same', async () => {
    const cached = { ...renderers, cache: createCache({ directory: undefined, characters: 1_000_000 }) };
    const asked = { files: {}, plan: plan(4, { chart: { remote: remoteKey(redis), path: '.' } }) };
    const one = await succeeded(cached, {
      ...asked,
      ...fetched({ reference: redis, use: root, files: redisChart }),
    });
    const other = { ...redisChart, 'values.yaml': 'size: huge\n' };
    const two = await succeeded(cached, {
      ...asked,
      ...fetched({ reference: redis, use: root, files: other }),
    });
    assert.notEqual(one.digest, two.digest);
  });
});
