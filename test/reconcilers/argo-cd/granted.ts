/** A kind that came after Proofline's identity -> what a person gives the identity for it: `proofline cluster add` once more. */
import type { KubeObject } from '../../../src/object/kube-object.ts';
import type { Place } from './story.ts';

const apiVersion = 'rbac.authorization.k8s.io/v1';

/** For `cluster` of a story, whose names they bear. */
export function granted(place: Place, group: string, resource: string): readonly KubeObject[] {
  const name = `${place.name}-${resource}`;
  const verbs = ['get', 'list', 'create', 'update', 'patch', 'delete'];
  return [
    {
      apiVersion,
      kind: 'ClusterRole',
      metadata: { name },
      rules: [{ apiGroups: [group], resources: [resource], verbs }],
    },
    {
      apiVersion,
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
      subjects: [{ kind: 'ServiceAccount', namespace: 'proofline', name: 'proofline' }],
    },
  ];
}
