/** A case of the corpora -> a cluster in which its base stands as Argo CD left it. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { groupVersionOf } from '../../src/object/identity.ts';
import { isJsonObject, type JsonObject } from '../../src/object/json.ts';
import { namespaceOf, type KubeObject } from '../../src/object/kube-object.ts';
import { readYaml } from '../../src/object/yaml.ts';
import { openDefinition, openDefinitions } from '../bed/argo-cd/open-kinds.ts';
import type { ControlPlane } from '../bed/control-plane.ts';
import { addIdentity, type Identity } from '../bed/identity.ts';
import { resolve } from '../bed/resolve.ts';
import { seed } from '../bed/seed.ts';
import type { CorpusCase, Standing } from './corpus-cases.ts';

const namespaces = ['argocd', 'cluster-services', 'monitoring', 'apps', 'kube-system', 'moco-system'];

const homes = ['argocd', 'cluster-services', 'monitoring'];

const kinds = [
  { kind: 'ExternalSecret', group: 'external-secrets.io', version: 'v1beta1' },
  { kind: 'PrometheusRule', group: 'monitoring.coreos.com', version: 'v1' },
  { kind: 'AlertmanagerConfig', group: 'monitoring.coreos.com', version: 'v1alpha1' },
];

const definitions = [
  ...openDefinitions,
  ...kinds.map(({ kind, group, version }) => openDefinition(kind, group, version)),
];

/** By which the version of each Argo CD is known. */
function controllerIn(namespace: string): KubeObject {
  const labels = { 'app.kubernetes.io/component': 'application-controller' };
  const container = { name: 'argocd-application-controller', image: 'quay.io/argoproj/argocd:v3.5.7' };
  return {
    ...object('apps/v1', 'StatefulSet', { name: 'argocd-application-controller', namespace, labels }),
    spec: {
      serviceName: 'argocd-application-controller',
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container] } },
    },
  };
}

/** With the kinds and namespaces of all cases. What the identity may read is what there is when it is made. */
export async function furnish(bed: ControlPlane): Promise<Identity> {
  const spaces = namespaces.map((name) => object('v1', 'Namespace', { name }));
  const accounts = homes.map((namespace) => ({
    kind: 'ServiceAccount',
    name: 'argocd-application-controller',
    namespace,
  }));
  const rights = {
    ...object('rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', { name: 'argo-cd' }),
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: accounts,
  };
  await seed(bed, [...spaces, ...definitions, rights, ...homes.map(controllerIn)]);
  // Of a new kind the server tells after a moment, and the identity may read what it tells then.
  const first = { name: 'first', namespace: 'kube-system' };
  await seed(
    bed,
    kinds.map(({ kind, group, version }) => object(`${group}/${version}`, kind, first)),
  );
  return addIdentity(bed);
}

function object(apiVersion: string, kind: string, metadata: JsonObject & { name: string }): KubeObject {
  return { apiVersion, kind, metadata };
}

/** Each case finds none of the Applications of another. */
export async function emptyOf(bed: ControlPlane, namespace: string): Promise<void> {
  for (const resource of ['applications', 'appprojects']) {
    await bed.admin.send({
      method: 'DELETE',
      path: `/apis/argoproj.io/v1alpha1/namespaces/${namespace}/${resource}`,
    });
  }
}

/** Projects that allow all, the Applications in their order, and what each of them applied. */
export async function stand(
  bed: ControlPlane,
  one: CorpusCase,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const folder = join(bed.folder, `${one.id}-base`);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const everything = {
    destinations: [{ server: '*', namespace: '*' }],
    sourceRepos: ['*'],
    clusterResourceWhitelist: [{ group: '*', kind: '*' }],
  };
  await seed(
    bed,
    one.projects.map((name) => ({
      ...object('argoproj.io/v1alpha1', 'AppProject', { name, namespace: one.argoCd }),
      spec: everything,
    })),
  );
  for (const standing of one.standing) {
    const objects = await rendered(folder, standing);
    const applied = objects.map((each) => asApplied(placed(each, standing.namespace), standing.name));
    await seed(bed, applied, 'argocd-controller');
    await seed(bed, [applicationOf(one, standing, applied)], 'argocd-application-controller');
  }
}

async function rendered(folder: string, { path, renderer }: Standing): Promise<readonly KubeObject[]> {
  const text =
    renderer === 'directory'
      ? await promisify(execFile)('cat', [join(folder, path, 'rendered.yaml')], { maxBuffer: 2 ** 24 })
      : await promisify(execFile)(await resolve('kustomize'), ['build', join(folder, path)], {
          maxBuffer: 2 ** 24,
        });
  return readYaml(path, Buffer.from(text.stdout)).flatMap((document) =>
    document.kind === 'object' ? [document.object] : [],
  );
}

const clusterWide = new Set(['Namespace', 'CustomResourceDefinition', 'ClusterRole', 'ClusterRoleBinding']);

function placed(each: KubeObject, namespace: string): KubeObject {
  if (clusterWide.has(each.kind) || namespaceOf(each) !== '') return each;
  return { ...each, metadata: { ...each.metadata, namespace } };
}

/** Tracked, and with what was applied last. */
function asApplied(each: KubeObject, application: string): KubeObject {
  const { group } = groupVersionOf(each.apiVersion);
  const id = `${application}:${group}/${each.kind}:${namespaceOf(each)}/${each.metadata.name}`;
  const before = each.metadata['annotations'];
  const annotations = {
    ...(isJsonObject(before) ? before : {}),
    'argocd.argoproj.io/tracking-id': id,
  };
  const tracked = { ...each, metadata: { ...each.metadata, annotations } };
  const last = `${JSON.stringify(tracked)}\n`;
  // Beyond that the server keeps no annotation, and Argo CD needs ServerSideApply.
  if (last.length > 200_000) return tracked;
  const recorded = { ...annotations, 'kubectl.kubernetes.io/last-applied-configuration': last };
  return { ...tracked, metadata: { ...tracked.metadata, annotations: recorded } };
}

/** Of a root the whole; of others what the controller wrote into the status. */
function applicationOf(
  { url, branch, argoCd }: CorpusCase,
  { name, path, namespace, isRoot, isByHand }: Standing,
  objects: readonly KubeObject[],
): KubeObject {
  const resources = objects.map((each) => ({
    ...groupVersionOf(each.apiVersion),
    kind: each.kind,
    namespace: namespaceOf(each),
    name: each.metadata.name,
  }));
  const sync = { revision: '1'.repeat(40), status: 'Synced' };
  const bare = object('argoproj.io/v1alpha1', 'Application', { name, namespace: argoCd });
  const spec = {
    project: 'default',
    source: { repoURL: url, path, targetRevision: branch },
    destination: { server: 'https://kubernetes.default.svc', namespace },
    ...(isByHand === true ? {} : { syncPolicy: { automated: { prune: true } } }),
  };
  return { ...bare, ...(isRoot && { spec }), status: { resources, sync } };
}
