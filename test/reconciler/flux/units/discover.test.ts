import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  cluster,
  discovered,
  file,
  fluxOf,
  gapKinds,
  gotkSync,
  helmRelease,
  home,
  homeIn,
  ids,
  kustomization,
  renderOf,
  repository,
  source,
  unitOf,
} from './story.ts';

const web = { 'apps/web/config.yaml': 'kind: ConfigMap\napiVersion: v1\nmetadata: { name: web }\n' };
const prod = {
  ...web,
  'clusters/prod/flux-system/gotk-sync.yaml': file(...gotkSync('prod')),
  'clusters/prod/apps.yaml': file(kustomization('apps', './apps/web')),
};

describe('the units of Flux', () => {
  it('begin with the live Kustomizations of this repository, and go on with what these declare', async () => {
    const homes = [home(gotkSync('prod'))];
    const first = await discovered(prod, { homes });
    assert.deepEqual(ids(first), [
      'flux/prod/Kustomization/flux-system/apps',
      'flux/prod/Kustomization/flux-system/flux-system',
    ]);
    const root = unitOf(first, 'flux/prod/Kustomization/flux-system/flux-system');
    assert.equal(root.path, 'clusters/prod');
    assert.deepEqual(root.home, { cluster: 'prod', namespace: 'flux-system' });
    assert.deepEqual(root.target, { cluster: 'prod', namespace: '' });
    const more = [
      ...gotkSync('prod'),
      kustomization('apps', './apps/web', { spec: { targetNamespace: 'web' } }),
    ];
    const second = await discovered(prod, { homes, rendered: [renderOf(root, ...more)] });
    assert.deepEqual(ids(second), ids(first));
    const apps = unitOf(second, 'flux/prod/Kustomization/flux-system/apps');
    assert.equal(apps.declaredBy, root.id);
    assert.equal(fluxOf(second, apps.id).declared.spec['targetNamespace'], 'web');
    assert.deepEqual(gapKinds(second), []);
  });

  it('are of their own home where every environment has the same names', async () => {
    const files = { ...prod, 'clusters/staging/flux-system/gotk-sync.yaml': file(...gotkSync('staging')) };
    const homes = [homeIn('prod', gotkSync('prod')), homeIn('staging', gotkSync('staging'))];
    const found = await discovered(files, { homes, clusters: [cluster('prod'), cluster('staging')] });
    assert.deepEqual(ids(found), [
      'flux/prod/Kustomization/flux-system/apps',
      'flux/prod/Kustomization/flux-system/flux-system',
      'flux/staging/Kustomization/flux-system/flux-system',
    ]);
    assert.equal(
      unitOf(found, 'flux/staging/Kustomization/flux-system/flux-system').path,
      'clusters/staging',
    );
  });

  it('are of the only Flux that is named where only a file declares them', async () => {
    const found = await discovered(prod, { homes: [home()] });
    assert.deepEqual(ids(found), [
      'flux/prod/Kustomization/flux-system/apps',
      'flux/prod/Kustomization/flux-system/flux-system',
    ]);
    const apps = fluxOf(found, 'flux/prod/Kustomization/flux-system/apps');
    assert.equal(apps.live, null);
    assert.deepEqual(apps.source, {
      kind: 'own',
      object: 'GitRepository/flux-system/flux-system',
      moves: true,
      follows: 'branch main',
      ignore: null,
      suspended: false,
      interval: 60,
      receiver: false,
      sparseCheckout: [],
      submodules: false,
    });
  });

  it('begin with the Kustomization that applies itself, as Flux writes it with a kustomization beside it', async () => {
    const resources = ['gotk-components.yaml', 'gotk-sync.yaml'];
    const bootstrapped = {
      ...prod,
      'clusters/prod/flux-system/gotk-components.yaml': '',
      'clusters/prod/flux-system/kustomization.yaml': JSON.stringify({ resources }),
    };
    const found = await discovered(bootstrapped, { homes: [], clusters: [] });
    assert.deepEqual(ids(found), [
      'flux/-/Kustomization/flux-system/apps',
      'flux/-/Kustomization/flux-system/flux-system',
    ]);
  });

  it('have no home where nobody named a Flux, and each environment keeps apart', async () => {
    const alone = await discovered(prod, { homes: [], clusters: [] });
    assert.deepEqual(ids(alone), [
      'flux/-/Kustomization/flux-system/apps',
      'flux/-/Kustomization/flux-system/flux-system',
    ]);
    assert.deepEqual(gapKinds(alone), ['installation-unnamed -']);
    const files = {
      ...prod,
      'clusters/staging/flux-system/gotk-sync.yaml': file(...gotkSync('staging')),
      'clusters/staging/apps.yaml': file(kustomization('apps', './apps/web')),
    };
    assert.deepEqual(ids(await discovered(files, { homes: [], clusters: [] })), [
      'flux/-/Kustomization/flux-system/apps@clusters/prod/flux-system',
      'flux/-/Kustomization/flux-system/apps@clusters/staging/flux-system',
      'flux/-/Kustomization/flux-system/flux-system@clusters/prod/flux-system',
      'flux/-/Kustomization/flux-system/flux-system@clusters/staging/flux-system',
    ]);
  });

  it('are not of a Flux that has another environment of the same repository', async () => {
    const files = {
      ...prod,
      'clusters/staging/flux-system/gotk-sync.yaml': file(...gotkSync('staging')),
      'clusters/staging/jobs.yaml': file(kustomization('jobs', './apps/web')),
    };
    const found = await discovered(files, { homes: [home(gotkSync('prod'))] });
    assert.deepEqual(ids(found), [
      'flux/-/Kustomization/flux-system/flux-system',
      'flux/-/Kustomization/flux-system/jobs',
      'flux/prod/Kustomization/flux-system/apps',
      'flux/prod/Kustomization/flux-system/flux-system',
    ]);
  });

  it('are HelmReleases with a chart of a repository, of a registry, or in Git', async () => {
    const files = {
      'charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
      'clusters/prod/releases.yaml': file(
        repository,
        source('HelmRepository', 'podinfo', { spec: { url: 'https://stefanprodan.github.io/podinfo/' } }),
        source('HelmRepository', 'registry', { spec: { type: 'oci', url: 'oci://ghcr.io/org/charts' } }),
        source('OCIRepository', 'redis', {
          spec: { url: 'oci://ghcr.io/org/charts/redis', ref: { semver: '>=1' } },
        }),
        helmRelease('podinfo', {
          chart: 'podinfo',
          version: '6.x',
          sourceRef: { kind: 'HelmRepository', name: 'podinfo' },
        }),
        helmRelease('queue', { chart: 'queue', sourceRef: { kind: 'HelmRepository', name: 'registry' } }),
        helmRelease('redis', {}, { spec: { chartRef: { kind: 'OCIRepository', name: 'redis' } } }),
        helmRelease(
          'web',
          {
            chart: './charts/web',
            valuesFiles: ['charts/web/prod.yaml'],
            sourceRef: { kind: 'GitRepository', name: 'flux-system' },
          },
          { spec: { targetNamespace: 'web' } },
        ),
      ),
    };
    const found = await discovered(files);
    const sources = found.units.map(({ id }) => fluxOf(found, id).source);
    assert.deepEqual(
      sources.map((each) =>
        each.kind === 'chart' ? `${each.repository} ${each.name} ${each.version}` : each.kind,
      ),
      [
        'https://stefanprodan.github.io/podinfo podinfo 6.x',
        'oci://ghcr.io/org/charts queue *',
        'oci://ghcr.io/org/charts redis >=1',
        'own',
      ],
    );
    const own = unitOf(found, 'flux/prod/HelmRelease/flux-system/web');
    assert.equal(own.path, 'charts/web');
    assert.equal(own.target.namespace, 'web');
    const settings = fluxOf(found, own.id);
    assert.ok(settings.kind === 'HelmRelease');
    assert.deepEqual(settings.chart.valuesFiles, ['charts/web/prod.yaml']);
  });

  it('take a source that nobody has seen for this repository where their directory is there', async () => {
    const files = {
      'all.yaml': file(kustomization('apps', './apps'), kustomization('other', './gone')),
      'apps/a.yaml': '',
    };
    const found = await discovered(files, { homes: [], clusters: [] });
    const sources = found.units.map(({ id }) => fluxOf(found, id).source.kind);
    assert.deepEqual(sources, ['own', 'unseen']);
    assert.deepEqual(gapKinds(found), ['installation-unnamed -', 'installation-unnamed -']);
    const seen = await discovered(files);
    assert.deepEqual(
      seen.units.map(({ id }) => fluxOf(seen, id).source.kind),
      ['unseen', 'unseen'],
    );
  });
});
