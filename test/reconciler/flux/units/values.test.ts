import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { words } from '../../../../src/object/masked.ts';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import type { Declarations, Discovery } from '../../../../src/reconciler/declarations.ts';
import { feeds } from '../../../../src/reconciler/flux/units/feeds.ts';
import type { FluxReference } from '../../../../src/reconciler/flux/flux-unit.ts';
import { treeOf } from '../../../render/tree.ts';
import {
  discovered,
  file,
  fluxOf,
  gapKinds,
  gotkSync,
  helmRelease,
  home,
  kustomization,
  renderOf,
  repository,
  unitOf,
  values,
} from './story.ts';

const rootId = 'flux/prod/Kustomization/flux-system/flux-system';
const appsId = 'flux/prod/Kustomization/flux-system/apps';
const from: JsonObject = {
  substituteFrom: [
    { kind: 'ConfigMap', name: 'cluster-vars' },
    { kind: 'Secret', name: 'cluster-secrets', optional: true },
  ],
};
const apps = kustomization('apps', './apps', { spec: { postBuild: from } });
const files = {
  'clusters/prod/flux-system/gotk-sync.yaml': file(...gotkSync('prod')),
  'clusters/prod/apps.yaml': file(apps),
  'apps/web.yaml': '',
};
const vars = values('ConfigMap', 'cluster-vars', { region: 'eu' });
const secret = values('Secret', 'cluster-secrets', { token: '' });

function taken(found: Discovery): readonly FluxReference[] {
  const flux = fluxOf(found, appsId);
  assert.ok(flux.kind === 'Kustomization');
  return flux.substituteFrom;
}

async function states(
  live: readonly KubeObject[],
  given: Partial<Declarations> = {},
): Promise<readonly string[]> {
  const homes = [home([...gotkSync('prod'), ...live])];
  return taken(await discovered(files, { homes, ...given })).map(
    ({ name, state, data }) => `${name} ${state} ${JSON.stringify(data)}`,
  );
}

describe('what a unit of Flux takes values from', () => {
  it('is read where the live unit names it; of a Secret only its keys', async () => {
    assert.deepEqual(await states([apps, vars, secret]), [
      'cluster-vars seen {"region":"eu"}',
      'cluster-secrets opaque {"token":""}',
    ]);
    assert.deepEqual(await states([apps]), ['cluster-vars missing {}', 'cluster-secrets missing {}']);
  });

  it('is not looked at where only the pull request names it', async () => {
    const other = kustomization('apps', './apps');
    assert.deepEqual(await states([other, vars, secret]), [
      'cluster-vars unseen {}',
      'cluster-secrets unseen {}',
    ]);
    const homes = [home([...gotkSync('prod'), other, vars])];
    assert.deepEqual(gapKinds(await discovered(files, { homes })), [`live-value-needed ${appsId}`]);
  });

  it('counts as a unit of the same review renders it, and not as it lives', async () => {
    const homes = [home([...gotkSync('prod'), apps, vars])];
    const root = unitOf(await discovered(files, { homes }), rootId);
    const changed = values('ConfigMap', 'cluster-vars', { region: 'us' });
    const hidden = values('Secret', 'cluster-secrets', { token: 'aHVzaA==' });
    const rendered = [renderOf(root, ...gotkSync('prod'), apps, changed, hidden)];
    assert.deepEqual(await states([apps, vars], { rendered }), [
      'cluster-vars seen {"region":"us"}',
      'cluster-secrets opaque {"token":""}',
    ]);
  });

  it('is missing where what applied it renders it no more', async () => {
    const labels = {
      'kustomize.toolkit.fluxcd.io/name': 'flux-system',
      'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
    };
    const owned = { ...vars, metadata: { ...vars.metadata, labels } };
    const homes = [home([...gotkSync('prod'), apps, owned])];
    const root = unitOf(await discovered(files, { homes }), rootId);
    const rendered = [renderOf(root, ...gotkSync('prod'), apps)];
    assert.deepEqual((await states([apps, owned], { rendered }))[0], 'cluster-vars missing {}');
    assert.deepEqual((await states([apps, vars], { rendered }))[0], 'cluster-vars seen {"region":"eu"}');
  });

  it('is unseen where it could not be read', async () => {
    const object = { group: '', kind: 'ConfigMap', namespace: 'flux-system', name: 'cluster-vars' };
    const gap = { kind: 'cluster-forbidden' as const, unit: undefined, object, why: words`forbidden` };
    const homes = [home([...gotkSync('prod'), apps], { gaps: [gap] })];
    const found = await discovered(files, { homes });
    assert.deepEqual(
      taken(found).map(({ state }) => state),
      ['unseen', 'missing'],
    );
    assert.deepEqual(gapKinds(found), [`live-value-needed ${appsId}`]);
  });

  it('is in order for a HelmRelease, too', async () => {
    const valuesFrom = [
      { kind: 'Secret', name: 'cluster-secrets', valuesKey: 'a' },
      { kind: 'ConfigMap', name: 'cluster-vars' },
    ];
    const chart = { chart: './charts/web', sourceRef: { kind: 'GitRepository', name: 'flux-system' } };
    const release = helmRelease('web', chart, { spec: { valuesFrom } });
    const found = await discovered(
      { 'release.yaml': file(repository, release) },
      { homes: [home([release, vars, secret])] },
    );
    const flux = fluxOf(found, 'flux/prod/HelmRelease/flux-system/web');
    assert.ok(flux.kind === 'HelmRelease');
    assert.deepEqual(
      flux.valuesFrom.map(({ name, state }) => `${name} ${state}`),
      ['cluster-secrets opaque', 'cluster-vars seen'],
    );
  });

  it('makes a unit worth rendering early that may hold it', async () => {
    const tree = treeOf({
      ...files,
      'infra/vars.yaml': file(vars),
      'infra/other.yaml': file(values('ConfigMap', 'other', {})),
    });
    assert.equal(await feeds({ paths: ['infra/'] }, tree), true);
    assert.equal(await feeds({ paths: ['infra/other.yaml'] }, tree), false);
  });
});
