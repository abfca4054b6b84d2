import { release } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'RespectIgnoreDifferences under server-side apply keeps what another manager scaled',
  tell: (place) => ({
    ...release,
    cluster: [
      place.application({
        source: { path: 'apps' },
        ignoreDifferences: [
          { group: 'apps', kind: 'Deployment', managedFieldsManagers: ['scaler'] },
          { kind: 'Service', jqPathExpressions: ['.spec.sessionAffinity'] },
        ],
        syncPolicy: { syncOptions: ['RespectIgnoreDifferences=true', 'ServerSideApply=true'] },
      }),
    ],
    drift: async (hand) => {
      const metadata = { name: 'web', namespace: place.namespace };
      const scaled = { apiVersion: 'apps/v1', kind: 'Deployment', metadata };
      await hand.edit({ ...scaled, spec: { replicas: 7 } }, 'scaler');
      const spec = { sessionAffinity: 'ClientIP' };
      await hand.edit({ apiVersion: 'v1', kind: 'Service', metadata, spec });
    },
    syncs: true,
  }),
};
