import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { argoUnit } from '../../../../src/reconciler/argo-cd/application.ts';
import type { ArgoInstallation } from '../../../../src/reconciler/argo-cd/application.ts';
import { reads } from '../../../../src/reconciler/argo-cd/units/reads.ts';
import type { Declarations, Discovery, Home } from '../../../../src/reconciler/declarations.ts';
import { words } from '../../../../src/object/masked.ts';
import { application, discovered, file, home, installation, objectsIn } from './story.ts';

const files = { 'web.yaml': file(application()) };

function map(name: string, data: Record<string, string>, applied?: Record<string, string>): KubeObject {
  const last = JSON.stringify({ data: applied });
  const annotations =
    applied === undefined ? {} : { 'kubectl.kubernetes.io/last-applied-configuration': last };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'argocd', annotations }, data };
}

async function found(
  objects: readonly KubeObject[],
  given: Partial<Declarations> = {},
  more: Partial<Home> = {},
): Promise<Discovery> {
  return discovered(files, { homes: [home(objects, more)], ...given });
}

function installationIn({ units }: Discovery): ArgoInstallation {
  const [unit] = units;
  assert.ok(unit);
  return argoUnit(unit).installation;
}

test('No Secret is read but those of clusters, and of these nothing that opens one', () => {
  const secrets = reads(installation, []).filter(({ kind }) => kind === 'Secret');
  assert.deepEqual(
    secrets.map(({ secretKeys, labelSelector }) => [labelSelector, secretKeys]),
    [['argocd.argoproj.io/secret-type=cluster', ['name', 'server', 'project', 'namespaces']]],
  );
});

test('What argocd-cm says changes what Argo CD does', async () => {
  const config = map('argocd-cm', {
    'application.resourceTrackingMethod': 'annotation+label',
    'application.instanceLabelKey': 'example.org/app',
    installationID: 'one',
    'kustomize.buildOptions': '--enable-helm',
    'kustomize.version.v4.5.7': '/custom/kustomize',
    'kustomize.buildOptions.v4.5.7': '--x',
    'helm.enable': 'false',
    'helm.valuesFileSchemes': 'https, s3',
    'resource.compareoptions': 'ignoreResourceStatusField: off\nignoreAggregatedRoles: true\n',
    'resource.exclusions': '- {apiGroups: ["*"], kinds: [Pod], clusters: ["https://a*"]}\n',
    'resource.customizations.ignoreDifferences.all': 'jsonPointers: [/a]\n',
    'resource.customizations.ignoreDifferences.apps_Deployment': 'jqPathExpressions: [.b]\n',
    'resource.customizations.ignoreDifferences.ConfigMap': 'managedFieldsManagers: [c]\n',
    'resource.customizations':
      'a.b/C:\n  ignoreDifferences: |\n    jsonPointers: [/d]\n  knownTypeFields: [{field: a, type: core/Quantity}]\n',
    'resource.customizations.knownTypeFields.c.d_E':
      '- {field: b.c, type: core/v1/PodSpec}\n- {field: d, type: nobody/knows}\n',
    'application.sync.impersonation.enabled': 'true',
  });
  const parameters = map('argocd-cmd-params-cm', {
    'controller.diff.server.side': 'true',
    'reposerver.allow.oob.symlinks': 'true',
    'reposerver.max.combined.directory.manifests.size': '1.5Mi',
  });
  const { kustomizeVersions, ignoreDifferences, exclusions, knownTypeFields, ...rest } = installationIn(
    await found([config, parameters]),
  );
  assert.deepEqual(knownTypeFields, [
    { group: 'a.b', kind: 'C', field: 'a', type: 'core/Quantity' },
    { group: 'c.d', kind: 'E', field: 'b.c', type: 'core/v1/PodSpec' },
    { group: 'argoproj.io', kind: 'Rollout', field: 'spec.template.spec', type: 'core/v1/PodSpec' },
  ]);
  assert.deepEqual(rest, {
    namespace: 'argocd',
    version: 'v3.5.7',
    trackingMethod: 'annotation+label',
    instanceLabelKey: 'example.org/app',
    installationId: 'one',
    ignoreResourceStatusField: 'none',
    ignoreAggregatedRoles: true,
    inclusions: [],
    kustomizeBuildOptions: '--enable-helm',
    enabledTools: ['kustomize', 'jsonnet'],
    helmValuesSchemes: ['https', 's3'],
    serverSideDiff: true,
    linksMayLeave: true,
    mostManifestBytes: 1_572_864,
    impersonation: true,
    impersonationEnforced: true,
    controllerServiceAccount: 'argocd-application-controller',
  });
  assert.deepEqual(kustomizeVersions, { 'v4.5.7': { path: '/custom/kustomize', buildOptions: '--x' } });
  assert.deepEqual(exclusions, [{ apiGroups: ['*'], kinds: ['Pod'], clusters: ['https://a*'] }]);
  assert.deepEqual(
    ignoreDifferences.map(({ group, kind, jsonPointers, jqPathExpressions, managedFieldsManagers }) => [
      group,
      kind,
      ...jsonPointers,
      ...jqPathExpressions,
      ...managedFieldsManagers,
    ]),
    [
      ['a.b', 'C', '/d'],
      ['*', '*', '/a'],
      ['apps', 'Deployment', '.b'],
      ['', 'ConfigMap', 'c'],
    ],
  );
});

test('The version is that of the image, and one that was never judged is said', async () => {
  const controller = (image: string): KubeObject => ({
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'argocd-application-controller', namespace: 'argocd' },
    spec: {
      template: {
        spec: { serviceAccountName: 'own', containers: [{ name: 'argocd-application-controller', image }] },
      },
    },
  });
  const { version: _version, ...unnamed } = installation;
  const versionOf = async (image: string): Promise<readonly unknown[]> => {
    const discovery = await found([controller(image)], {}, { installation: unnamed });
    const { version, controllerServiceAccount } = installationIn(discovery);
    return [version, controllerServiceAccount, discovery.gaps.map(({ kind }) => kind)];
  };
  for (const version of ['v3.5.1', 'v3.2.9']) {
    assert.deepEqual(await versionOf(`quay.io/argoproj/argocd:${version}`), [version, 'own', []]);
  }
  assert.deepEqual(await versionOf('quay.io/argoproj/argocd:v3.3.2@sha256:abc'), [
    'v3.3.2',
    'own',
    ['version-not-judged'],
  ]);
  assert.deepEqual(await versionOf('registry.example/gitops/argocd-rhel9@sha256:abc'), [
    null,
    'own',
    ['version-not-judged'],
  ]);
});

function rendered(objects: readonly KubeObject[]): Declarations['rendered'] {
  const unit = {
    id: 'plain/argocd',
    reconciler: 'plain',
    home: { cluster: 'hub', namespace: undefined },
    target: { cluster: 'hub', namespace: undefined },
    path: 'argocd',
    declaration: { place: undefined, uid: undefined, generation: undefined, settings: {} },
  };
  return [{ unit, objects: objects.map((object) => ({ object, origin: undefined })) }];
}

test('What a pull request changes in argocd-cm counts on its side', async () => {
  const live = map(
    'argocd-cm',
    { installationID: 'live', 'kustomize.buildOptions': '--old', 'helm.enable': 'false' },
    {
      installationID: 'live',
      'kustomize.buildOptions': '--old',
    },
  );
  const head = installationIn(
    await found([live], { rendered: rendered([map('argocd-cm', { installationID: 'head' })]) }),
  );
  assert.deepEqual(
    [head.installationId, head.kustomizeBuildOptions, head.enabledTools],
    ['head', '', ['kustomize', 'jsonnet']],
  );
  const base = installationIn(await found([live]));
  assert.deepEqual([base.installationId, base.kustomizeBuildOptions], ['live', '--old']);
});

test('New settings are told, since they decide what is said of everything else', async () => {
  const given = { rendered: rendered([map('argocd-cm', { 'resource.exclusions': '- {kinds: ["*"]}' })]) };
  const base = await found([], { side: 'base' });
  const head = await found([], { ...given, others: base.units });
  const told = head.remarks?.find(({ about }) => about === 'settings-changed');
  assert.equal(told?.severity, 'block');
  assert.match(told.detail, /exclusions/);
  const same = await found([], { others: base.units });
  assert.deepEqual(same.remarks, []);
});

test('Settings for another cluster change nothing here', async () => {
  const elsewhere = rendered([map('argocd-cm', { installationID: 'head' })]).map(({ unit, objects }) => ({
    unit: { ...unit, target: { ...unit.target, cluster: 'other' } },
    objects,
  }));
  assert.equal(installationIn(await found([], { rendered: elsewhere })).installationId, null);
});

test('OpenShift GitOps is set by its ArgoCD resource', async () => {
  const argocd = objectsIn(`
apiVersion: argoproj.io/v1beta1
kind: ArgoCD
metadata: {name: openshift-gitops, namespace: argocd}
spec:
  resourceTrackingMethod: label
  kustomizeVersions: [{version: v5.0.0, path: /k}]
  resourceIgnoreDifferences:
    all: {jsonPointers: [/x]}
    resourceIdentifiers: [{group: apps, kind: Deployment, customization: "jsonPointers: [/y]"}]
  cmdParams: {controller.diff.server.side: "true"}
  extraConfig: {application.resourceTrackingMethod: annotation+label}
`);
  const made = installationIn(
    await found([map('argocd-cm', { installationID: 'kept' })], { rendered: rendered(argocd) }),
  );
  assert.deepEqual(
    [made.trackingMethod, made.installationId, made.serverSideDiff, Object.keys(made.kustomizeVersions)],
    ['annotation+label', 'kept', true, ['v5.0.0']],
  );
  assert.deepEqual(
    made.ignoreDifferences.map(({ kind, jsonPointers }) => [kind, ...jsonPointers]),
    [
      ['*', '/x'],
      ['Deployment', '/y'],
    ],
  );
});

test('What cannot be read is a gap that says what is assumed', async () => {
  const object = { group: '', kind: 'ConfigMap', namespace: 'argocd', name: 'argocd-cm' };
  const gap = { kind: 'cluster-forbidden' as const, unit: undefined, object, why: words`it may not` };
  const unread = await found([], {}, { gaps: [gap] });
  assert.deepEqual(
    unread.gaps.map(({ kind }) => kind),
    ['live-value-needed'],
  );
  assert.match(unread.gaps[0]?.why ?? '', /usual settings are assumed: it may not/);
  const broken = await found([map('argocd-cm', { 'resource.exclusions': '- [' })]);
  assert.match(broken.gaps[0]?.why ?? '', /the key resource\.exclusions of argocd-cm/);
});
