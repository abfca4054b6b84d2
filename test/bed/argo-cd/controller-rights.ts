/** The binding by which the application controller may do everything, as the release installs it. */
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { argoCdNamespace } from './installation.ts';

const name = 'argocd-application-controller';

/** Where no controller runs, a review still asks what its account may do. */
export const controllerRights: KubeObject = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: { name },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
  subjects: [{ kind: 'ServiceAccount', name, namespace: argoCdNamespace }],
};
