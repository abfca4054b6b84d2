import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

const apiVersion = 'rbac.authorization.k8s.io/v1';

export const story: Story = {
  title:
    'Under server-side apply another roleRef is refused, or before 3.5 made anew, and the rest of its wave lands',
  versions: ['3.5', '3.2'],
  tell: (place) => {
    const role = (name: string) => ({
      apiVersion,
      kind: 'Role',
      metadata: { name },
      rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }],
    });
    const binding = (name: string) => ({
      apiVersion,
      kind: 'RoleBinding',
      metadata: { name: 'web' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
      subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: place.namespace }],
    });
    return {
      base: { 'apps/all.yaml': manifest(role('a'), role('b'), binding('a'), configMap('web', { n: '1' })) },
      head: { 'apps/all.yaml': manifest(role('a'), role('b'), binding('b'), configMap('web', { n: '2' })) },
      cluster: [
        place.application({
          source: { path: 'apps' },
          syncPolicy: { syncOptions: ['ServerSideApply=true'], retry: { limit: 0 } },
        }),
      ],
      syncs: true,
    };
  },
};
