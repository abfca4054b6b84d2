/** The objects of an installation -> in the cluster; where it is installed already, only its settings are written anew. */
import type { KubeObject } from '../../../src/object/kube-object.ts';
import type { ControlPlane } from '../control-plane.ts';
import { define, isDefinition } from '../define.ts';
import { seed } from '../seed.ts';
import { argoCdNamespace } from './installation.ts';

const lanes = 6;

export async function install(bed: ControlPlane, objects: readonly KubeObject[]): Promise<void> {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: argoCdNamespace } };
  const installed = await isThere(bed);
  if (!installed) {
    await seed(bed, [namespace]);
    await Promise.all(objects.filter(isDefinition).map(async (each) => define(bed, each)));
  }
  const others = installed
    ? objects.filter(({ kind }) => kind === 'ConfigMap')
    : [...objects.filter((each) => !isDefinition(each)), defaultProject];
  const inLane = (lane: number): readonly KubeObject[] => others.filter((_, index) => index % lanes === lane);
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => seed(bed, inLane(lane), 'argocd-installer')),
  );
}

/** One thing tells of all: an installation that fails halfway ends the run. */
async function isThere({ admin }: ControlPlane): Promise<boolean> {
  const path = `/apis/argoproj.io/v1alpha1/namespaces/${argoCdNamespace}/appprojects/default`;
  return (await admin.send({ method: 'GET', path })).status === 200;
}

/** Argo CD's API server makes it at its first start, and here there is none. */
const defaultProject = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'AppProject',
  metadata: { name: 'default', namespace: argoCdNamespace },
  spec: {
    sourceRepos: ['*'],
    destinations: [{ server: '*', namespace: '*' }],
    clusterResourceWhitelist: [{ group: '*', kind: '*' }],
  },
};
