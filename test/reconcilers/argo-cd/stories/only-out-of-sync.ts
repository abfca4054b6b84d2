import { configMap, deployment, manifest, service } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'ApplyOutOfSyncOnly leaves objects alone that are in sync, ignored drift included',
  tell: (place) => {
    const web = deployment('web', { replicas: 2 });
    return {
      base: { 'apps/web.yaml': manifest(web, service('web'), configMap('web', { a: '1' })) },
      head: { 'apps/web.yaml': manifest(web, service('web', 81), configMap('web', { a: '2' })) },
      cluster: [
        place.application({
          source: { path: 'apps' },
          ignoreDifferences: [{ group: 'apps', kind: 'Deployment', jsonPointers: ['/spec/replicas'] }],
          syncPolicy: { syncOptions: ['ApplyOutOfSyncOnly=true'] },
        }),
      ],
      drift: async (hand) => {
        const metadata = { name: 'web', namespace: place.namespace };
        await hand.scale({ apiVersion: 'apps/v1', kind: 'Deployment', metadata }, 7, 'scaler');
        const labels = { added: 'by-hand' };
        await hand.edit({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { ...metadata, labels } });
      },
      syncs: true,
    };
  },
};
