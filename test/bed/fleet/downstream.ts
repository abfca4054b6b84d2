/** Another control plane -> a Cluster of Fleet, registered by a kubeconfig as a person would do it. */
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { accountToken } from '../account-kubeconfig.ts';
import { kubeconfig } from '../accounts.ts';
import type { ControlPlane } from '../control-plane.ts';
import { seed } from '../seed.ts';

/** Where Rancher has the Clusters that Fleet does not run in. */
export const downstreamNamespace = 'fleet-default';

export interface Downstream {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** Fleet makes the agent with this account, and does not use it any more then. */
const account = { namespace: 'kube-system', name: 'fleet-import' };

/** `home` is where Fleet runs. */
export async function registerCluster(
  home: ControlPlane,
  other: ControlPlane,
  { name, labels = {} }: Downstream,
): Promise<void> {
  await seed(other, accountObjects);
  const token = await accountToken(other, account);
  const secret = { name: `${name}-kubeconfig`, namespace: downstreamNamespace };
  await seed(home, [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: downstreamNamespace } },
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: secret,
      stringData: { value: kubeconfig(other.server, other.ca, { user: account.name, groups: [], token }) },
    },
    {
      apiVersion: 'fleet.cattle.io/v1alpha1',
      kind: 'Cluster',
      metadata: { name, namespace: downstreamNamespace, labels },
      spec: { kubeConfigSecret: secret.name },
    },
  ]);
}

const accountObjects: readonly KubeObject[] = [
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata: account },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: account.name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'ServiceAccount', ...account }],
  },
];
