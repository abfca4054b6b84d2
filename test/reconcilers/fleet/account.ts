/** A place and rules -> the ServiceAccount of that name beside the agent, with just these rights in the namespace. */
import type { JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { localAgentNamespace } from '../../bed/fleet/installation.ts';
import type { Place } from './story.ts';

const apiVersion = 'rbac.authorization.k8s.io/v1';

export function accountFor(
  { name, namespace }: Pick<Place, 'name' | 'namespace'>,
  rules: readonly JsonObject[],
): readonly KubeObject[] {
  const metadata = { name, namespace };
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace: localAgentNamespace } },
    { apiVersion, kind: 'Role', metadata, rules },
    {
      apiVersion,
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
      subjects: [{ kind: 'ServiceAccount', name, namespace: localAgentNamespace }],
    },
  ];
}
