import { manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

const apiVersion = 'rbac.authorization.k8s.io/v1';

export const story: Story = {
  title: 'Rules and subjects of cluster-wide roles change, and what somebody added to them goes',
  tell: (place) => {
    const name = `${place.name}-reader`;
    const role = (...resources: readonly string[]) => ({
      apiVersion,
      kind: 'ClusterRole',
      metadata: { name },
      rules: [{ apiGroups: [''], resources: [...resources], verbs: ['get'] }],
    });
    const subject = (account: string) => ({
      kind: 'ServiceAccount',
      name: account,
      namespace: place.namespace,
    });
    const binding = (...accounts: readonly string[]) => ({
      apiVersion,
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
      subjects: accounts.map(subject),
    });
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'web' } };
    return {
      base: { 'apps/all.yaml': manifest(account, role('configmaps'), binding('web')) },
      head: { 'apps/all.yaml': manifest(account, role('configmaps', 'secrets'), binding('web', 'default')) },
      cluster: [place.application({ source: { path: 'apps' } })],
      drift: async (hand) => {
        await hand.edit({ ...binding('web', 'guest') });
        await hand.edit({ ...role('pods'), metadata: { name, labels: { by: 'hand' } } });
      },
      syncs: true,
    };
  },
};
