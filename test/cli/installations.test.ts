import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import type { JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity, type Identity } from '../bed/identity.ts';
import { resolve } from '../bed/resolve.ts';
import { seed } from '../bed/seed.ts';
import { checkout } from '../doors/checkout.ts';
import { git } from '../github/git.ts';
import { runProofline } from '../stories/command-line.ts';

let bed: ControlPlane;
let identity: Identity;
let path: string;

const flux = 'toolkit.fluxcd.io';
const definitions = [
  definition(`kustomize.${flux}/v1`, 'Kustomization', 'kustomizations'),
  definition(`source.${flux}/v1`, 'GitRepository', 'gitrepositories'),
  definition(`helm.${flux}/v2`, 'HelmRelease', 'helmreleases'),
  definition('fleet.cattle.io/v1alpha1', 'GitRepo', 'gitrepos'),
  definition('fleet.cattle.io/v1alpha1', 'Cluster', 'clusters'),
  definition('fleet.cattle.io/v1alpha1', 'BundleDeployment', 'bundledeployments'),
];

/** As open as a definition can be: what Flux and Fleet themselves refuse is not asked here. */
function definition(apiVersion: string, kind: string, plural: string): KubeObject {
  const [group = '', name = ''] = apiVersion.split('/');
  const schema = {
    openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  } as const;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [{ name, served: true, storage: true, schema }],
    },
  };
}

function controller(namespace: string, name: string, image: string): KubeObject {
  const labels = { app: name };
  const spec = { containers: [{ name: 'manager', image }] };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: { replicas: 0, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  };
}

/** `named`: `<namespace>/<name>`. */
function of(apiVersion: string, kind: string, { named, ...more }: JsonObject & { readonly named: string }) {
  const [namespace = '', name = ''] = named.split('/');
  return { apiVersion, kind, metadata: { name, namespace }, ...more };
}

const repository = of(`source.${flux}/v1`, 'GitRepository', {
  named: 'flux-system/flux-system',
  spec: { interval: '1m', url: 'ssh://git@github.com/example/fleet-infra', ref: { branch: 'main' } },
});
const sync = of(`kustomize.${flux}/v1`, 'Kustomization', {
  named: 'flux-system/flux-system',
  spec: {
    interval: '10m',
    path: './clusters/prod',
    prune: true,
    sourceRef: { kind: 'GitRepository', name: 'flux-system' },
  },
});
const declaredRelease = of(`helm.${flux}/v2`, 'HelmRelease', {
  named: 'default/site',
  spec: {
    interval: '1h',
    chart: {
      spec: {
        chart: './charts/site',
        sourceRef: { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' },
        reconcileStrategy: 'Revision',
      },
    },
  },
});
const release = {
  ...declaredRelease,
  status: { history: [{ name: 'site', namespace: 'default', version: 1, status: 'deployed' }] },
};

const living = [
  ...['flux-system', 'cattle-fleet-system', 'fleet-local'].map((name) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
  })),
  controller('flux-system', 'source-controller', 'ghcr.io/fluxcd/source-controller:v1.9.1'),
  controller('flux-system', 'kustomize-controller', 'ghcr.io/fluxcd/kustomize-controller:v1.9.4'),
  controller('flux-system', 'helm-controller', 'ghcr.io/fluxcd/helm-controller:v1.6.0'),
  controller('cattle-fleet-system', 'fleet-controller', 'rancher/fleet:v0.15.0'),
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'reconcilers' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [
      { kind: 'ServiceAccount', namespace: 'flux-system', name: 'kustomize-controller' },
      { kind: 'ServiceAccount', namespace: 'flux-system', name: 'helm-controller' },
      { kind: 'ServiceAccount', namespace: 'cattle-fleet-system', name: 'fleet-agent' },
    ],
  },
  repository,
  sync,
  release,
  of('fleet.cattle.io/v1alpha1', 'Cluster', {
    named: 'fleet-local/local',
    spec: {},
    status: { namespace: 'cluster-fleet-local-local-1a3d' },
  }),
  of('fleet.cattle.io/v1alpha1', 'GitRepo', {
    named: 'fleet-local/apps',
    spec: {
      repo: 'https://github.com/example/fleet-infra',
      branch: 'main',
      paths: ['bundles/web'],
      targets: [{ clusterSelector: {} }],
    },
  }),
];

const map = (name: string, value: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'default' },
    data: { value },
  });

const files = (value: string): Readonly<Record<string, string>> => ({
  'clusters/prod/flux-system/gotk-sync.yaml': `${JSON.stringify(repository)}\n---\n${JSON.stringify(sync)}`,
  'clusters/prod/flux-system/kustomization.yaml': JSON.stringify({ resources: ['gotk-sync.yaml'] }),
  'clusters/prod/config.yaml': map('config', value),
  'clusters/prod/site.yaml': JSON.stringify(declaredRelease),
  'charts/site/Chart.yaml': 'apiVersion: v2\nname: site\nversion: 1.0.0\n',
  'charts/site/templates/map.yaml': map('site', value),
  'bundles/web/map.yaml': map('web', value),
});

before(async () => {
  bed = await startControlPlane();
  await seed(bed, definitions);
  await seed(bed, living);
  identity = await addIdentity(bed, 'none');
  path = join(bed.folder, 'repository');
  await checkout(path, { base: files('1'), head: files('2') });
  await git(path, ['remote', 'add', 'origin', 'https://github.com/example/fleet-infra.git']);
});

after(async () => {
  await identity.cluster.close();
  try {
    await proveNothingWritten(bed);
  } finally {
    await bed.stop();
  }
});

async function said(...more: readonly string[]): Promise<string> {
  const programs = [await resolve('kustomize'), await resolve('helm4')].map((file) => join(file, '..'));
  const { stdout, stderr } = await runProofline(['review', '--base', 'main', ...more, path], {
    KUBECONFIG: identity.kubeconfig,
    PROOFLINE_CACHE: join(bed.folder, 'cache'),
    PATH: [...programs, process.env['PATH']].join(':'),
  });
  assert.equal(stderr, '');
  return stdout;
}

test('A Flux that --flux names is seen with its versions and its units, all but the records of its releases', async () => {
  const told = await said('--flux', 'flux-system');
  assert.match(told, /^flux\/proofline\/Kustomization\/flux-system\/flux-system/mu);
  assert.match(told, /created ConfigMap default\/config/u);
  assert.match(told, /^flux\/proofline\/HelmRelease\/default\/site/mu);
  assert.match(
    told,
    /The list of objects that the unit owns could not be read\n +flux\/proofline\/HelmRelease\/default\/site/u,
  );
  assert.match(told, /its release record cannot be read: .*[Ss]ecret/u);
  assert.doesNotMatch(told, /Flux in flux-system of proofline|never judged|which Flux reads them/u);
});

test('A Fleet that --fleet names is seen with its version, its GitRepos and its own cluster', async () => {
  const told = await said('--fleet', 'cattle-fleet-system');
  assert.match(told, /^fleet\/proofline\/fleet-local\/apps-bundles-web@local/mu);
  assert.match(told, /created ConfigMap default\/web/u);
  assert.doesNotMatch(told, /Fleet in cattle-fleet-system of proofline|never judged|no Fleet is named/u);
});
