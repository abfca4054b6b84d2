/** A control plane with Argo CD in it -> another one beside it, and both known to that Argo CD by Secrets with a label. */
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { accountToken } from '../../bed/account-kubeconfig.ts';
import { argoCdNamespace } from '../../bed/argo-cd/installation.ts';
import { startControlPlane, type ControlPlane } from '../../bed/control-plane.ts';
import { seed } from '../../bed/seed.ts';
import { clusterHand } from '../cluster-hand.ts';

/** On the Secrets of both clusters. */
export const fleet = { 'example.com/fleet': 'both' };

/** What Argo CD calls the second one; the home one is `in-cluster`. */
export const westName = 'west';

/** Behind the credential of the second one: with few rights, not those that `argocd cluster add` gives. */
export const westAccount = { namespace: 'kube-system', name: 'argocd-manager' };

export interface SecondCluster {
  readonly bed: ControlPlane;
  /** Argo CD forgets both clusters, and the second one is gone. */
  readonly close: () => Promise<void>;
}

/** Without controllers: no Pod runs there. Nothing of it is left running when it throws. */
export async function openSecondCluster(home: ControlPlane): Promise<SecondCluster> {
  const bed = await startControlPlane();
  try {
    await seed(bed, accountObjects);
    const secrets = [
      clusterSecret('in-cluster', 'https://kubernetes.default.svc', {}),
      clusterSecret(westName, bed.server, {
        bearerToken: await accountToken(bed, westAccount),
        tlsClientConfig: { caData: Buffer.from(bed.ca).toString('base64') },
      }),
    ];
    await seed(home, secrets);
    const hand = clusterHand(home);
    return {
      bed,
      close: async () => {
        for (const secret of secrets) await hand.remove(secret);
        await bed.stop();
      },
    };
  } catch (error) {
    await bed.stop();
    throw error;
  }
}

function clusterSecret(name: string, server: string, config: object): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: `cluster-${name}`,
      namespace: argoCdNamespace,
      labels: { 'argocd.argoproj.io/secret-type': 'cluster', ...fleet },
    },
    stringData: { name, server, config: JSON.stringify(config) },
  };
}

const apiVersion = 'rbac.authorization.k8s.io/v1';
const role = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'argocd-manager-role' };

const accountObjects: readonly KubeObject[] = [
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata: westAccount },
  {
    apiVersion,
    kind: 'ClusterRole',
    metadata: { name: role.name },
    rules: [
      { apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] },
      { apiGroups: [''], resources: ['configmaps', 'services', 'serviceaccounts'], verbs: ['*'] },
      { apiGroups: ['apps'], resources: ['*'], verbs: ['*'] },
      { nonResourceURLs: ['*'], verbs: ['get'] },
    ],
  },
  {
    apiVersion,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'argocd-manager-role-binding' },
    roleRef: role,
    subjects: [{ kind: 'ServiceAccount', ...westAccount }],
  },
];
