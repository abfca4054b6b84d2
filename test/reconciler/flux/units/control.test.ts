import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  abouts,
  cluster,
  deployment,
  discovered,
  file,
  fluxOf,
  gapKinds,
  gotkSync,
  home,
  homeIn,
  ids,
  installation,
  kustomization,
  renderOf,
  repository,
  unitOf,
} from './story.ts';

const web = kustomization('web', './web');
const files = { 'web.yaml': file(repository, web), 'web/a.yaml': '' };
const webId = 'flux/prod/Kustomization/flux-system/web';
const kubeConfig = { secretRef: { name: 'spoke' } };

describe('a Flux in its home', () => {
  it('has the versions of its images, and the flags of its controllers', async () => {
    const args = [
      '--no-cross-namespace-refs=true',
      '--no-remote-bases',
      '--default-service-account=tenant',
      '--override-manager=argocd',
      '--override-manager',
      'helm',
      '--feature-gates=StrictPostBuildSubstitutions=false,ExternalArtifact=true',
    ];
    const controllers = [
      deployment('source'),
      deployment('kustomize', { args }),
      deployment('helm', { version: 'v1.4.0' }),
    ];
    const found = await discovered(files, { homes: [home(controllers)] });
    const { installation: flux } = fluxOf(found, webId);
    assert.deepEqual(flux, {
      namespace: 'flux-system',
      versions: { source: 'v1.9.1', kustomize: 'v1.9.4', helm: 'v1.4.0' },
      accounts: { kustomize: 'kustomize-controller', helm: 'helm-controller' },
      defaultAccounts: { kustomize: 'tenant', helm: null },
      noCrossNamespaceRefs: true,
      noRemoteBases: true,
      strictSubstitution: false,
      overrideManagers: ['argocd', 'helm'],
      customStageKinds: [],
      features: { kustomize: { StrictPostBuildSubstitutions: false, ExternalArtifact: true }, helm: {} },
    });
    assert.deepEqual(gapKinds(found), []);
  });

  it('substitutes strictly since 1.9, and is said to be unjudged where nobody judged its version', async () => {
    const strict = async (version: string): Promise<string> => {
      const controllers = [deployment('source'), deployment('kustomize', { version }), deployment('helm')];
      const found = await discovered(files, { homes: [home(controllers)] });
      return `${String(fluxOf(found, webId).installation.strictSubstitution)} ${gapKinds(found).join(', ')}`;
    };
    assert.equal(await strict('v1.7.3'), 'false ');
    assert.equal(await strict('v1.8.0'), 'false version-not-judged -');
    assert.equal(await strict('v1.9.4'), 'true ');
  });

  it('has the versions that the operator’s file names where its Deployments cannot be read', async () => {
    const named = { ...installation, version: 'v2.7.0' };
    const found = await discovered(files, { homes: [{ ...home(), objects: [], installation: named }] });
    assert.deepEqual(fluxOf(found, webId).installation.versions, {
      source: 'v1.7.0',
      kustomize: 'v1.7.0',
      helm: 'v1.4.0',
    });
    const unnamed = await discovered(files, { homes: [{ ...home(), objects: [] }] });
    assert.deepEqual(gapKinds(unnamed), [
      'version-not-judged -',
      'version-not-judged -',
      'version-not-judged -',
    ]);
  });

  it('refuses sources of other namespaces where it is told to', async () => {
    const far = kustomization('web', './web', {
      namespace: 'team',
      spec: { sourceRef: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' } },
    });
    const given = { 'web.yaml': file(repository, far), 'web/a.yaml': '' };
    const id = 'flux/prod/Kustomization/team/web';
    assert.equal(fluxOf(await discovered(given), id).source.kind, 'own');
    const controllers = [
      deployment('source'),
      deployment('kustomize', { args: ['--no-cross-namespace-refs'] }),
      deployment('helm'),
    ];
    const refused = fluxOf(await discovered(given, { homes: [home(controllers)] }), id).source;
    assert.deepEqual(refused, {
      kind: 'unseen',
      object: 'GitRepository/flux-system/flux-system',
      why: 'its Flux refuses sources of other namespaces',
    });
  });

  it('looks at units of its labels and namespaces alone', async () => {
    const about = async (arg: string): Promise<readonly string[]> => {
      const controllers = [
        deployment('source'),
        deployment('kustomize', { args: [arg] }),
        deployment('helm'),
      ];
      return abouts(await discovered(files, { homes: [home(controllers)] }));
    };
    assert.deepEqual(await about('--watch-label-selector=!sharding.fluxcd.io/key'), []);
    assert.deepEqual(await about('--watch-label-selector=team=web'), [`not-watched ${webId}`]);
    assert.deepEqual(await about('--watch-all-namespaces=false'), []);
  });

  it('applies to another cluster by a kubeconfig, and to none where nobody knows it by that', async () => {
    const far = kustomization('web', './web', { spec: { kubeConfig } });
    const given = { 'web.yaml': file(repository, far), 'web/a.yaml': '' };
    const clusters = [cluster('prod'), cluster('spoke', ['flux-system/spoke'])];
    assert.equal(unitOf(await discovered(given, { clusters }), webId).target.cluster, 'spoke');
    const unknown = await discovered(given);
    assert.equal(unitOf(unknown, webId).target.cluster, undefined);
    assert.deepEqual(gapKinds(unknown), [`no-cluster ${webId}`]);
    assert.match(unknown.gaps[0]?.why ?? '', /flux-system\/spoke/u);
  });

  it('declares units in the cluster that it applies to, if a Flux is there', async () => {
    const far = kustomization('web', './web', { spec: { kubeConfig } });
    const clusters = [cluster('prod'), cluster('spoke', ['flux-system/spoke'])];
    const given = { 'web.yaml': file(repository, far), 'web/a.yaml': '' };
    const live = [...gotkSync('prod'), far];
    const first = await discovered(given, { clusters, homes: [homeIn('prod', live), homeIn('spoke')] });
    const rendered = [renderOf(unitOf(first, webId), repository, kustomization('inner', './web'))];
    const both = await discovered(given, {
      clusters,
      rendered,
      homes: [homeIn('prod', live), homeIn('spoke')],
    });
    assert.ok(ids(both).includes('flux/spoke/Kustomization/flux-system/inner'), ids(both).join(' '));
    const one = await discovered(given, { clusters, rendered, homes: [homeIn('prod', live)] });
    assert.ok(!ids(one).some((id) => id.endsWith('/inner')), ids(one).join(' '));
    assert.deepEqual(gapKinds(one), [`installation-unnamed ${webId}`]);
  });
});
