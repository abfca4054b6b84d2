/** A place and rules -> the ServiceAccount `deployer` of its namespace, with just these rights there. */
import type { JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import type { Place } from './story.ts';

const apiVersion = 'rbac.authorization.k8s.io/v1';

export function accountFor({ namespace }: Place, ...rules: readonly JsonObject[]): readonly KubeObject[] {
  const metadata = { name: 'deployer', namespace };
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    { apiVersion, kind: 'Role', metadata, rules },
    {
      apiVersion,
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'deployer' },
      subjects: [{ kind: 'ServiceAccount', name: 'deployer', namespace }],
    },
  ];
}
