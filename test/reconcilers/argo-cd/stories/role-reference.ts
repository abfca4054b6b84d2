import { manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

const apiVersion = 'rbac.authorization.k8s.io/v1';

const role = (name: string, ...verbs: readonly string[]) => ({
  apiVersion,
  kind: 'Role',
  metadata: { name },
  rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: [...verbs] }],
});

export const story: Story = {
  title: 'A RoleBinding names another Role, and is deleted and made again',
  versions: ['3.5', '3.2'],
  tell: (place) => {
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'web' } };
    const binding = (name: string) => ({
      apiVersion,
      kind: 'RoleBinding',
      metadata: { name: 'web' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
      subjects: [{ kind: 'ServiceAccount', name: 'web', namespace: place.namespace }],
    });
    return {
      base: {
        'apps/roles.yaml': manifest(role('reader', 'get'), role('writer', 'get', 'update')),
        'apps/web.yaml': manifest(account, binding('reader')),
      },
      head: {
        'apps/roles.yaml': manifest(role('reader', 'get', 'list'), role('writer', 'get', 'update')),
        'apps/web.yaml': manifest(account, binding('writer')),
      },
      cluster: [place.application({ source: { path: 'apps' } })],
      syncs: true,
    };
  },
};
