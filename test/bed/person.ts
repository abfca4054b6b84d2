/** A control plane -> a person with a token and a role of their own, as kubeconfig: who may write, and is met by no guard. */
import { accountKubeconfig } from './account-kubeconfig.ts';
import type { ControlPlane } from './control-plane.ts';
import { seed } from './seed.ts';

const namespace = 'default';

/** Answers with the path of the kubeconfig; its context has the person's name. */
export async function personOf(bed: ControlPlane, name: string, role = 'cluster-admin'): Promise<string> {
  await seed(bed, [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: `person-${name}` },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
      subjects: [{ kind: 'ServiceAccount', name, namespace }],
    },
  ]);
  return accountKubeconfig(bed, { namespace, name }, bed.folder);
}
