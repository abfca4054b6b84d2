import { release } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A rule ignores the key by which a list is merged, and RespectIgnoreDifferences ends every sync',
  versions: ['3.5', '3.2'],
  tell: (place) => ({
    ...release,
    cluster: [
      place.application({
        source: { path: 'apps' },
        ignoreDifferences: [
          { group: 'apps', kind: 'Deployment', managedFieldsManagers: ['scaler'] },
          { kind: 'Service', jqPathExpressions: ['.spec.ports[] | select(.name == "http") | .port'] },
        ],
        syncPolicy: {
          syncOptions: ['RespectIgnoreDifferences=true', 'ServerSideApply=true'],
          retry: { limit: 0 },
        },
      }),
    ],
    drift: async (hand) => {
      const metadata = { name: 'web', namespace: place.namespace };
      await hand.edit(
        { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { replicas: 7 } },
        'scaler',
      );
      const ports = [{ name: 'http', port: 81, targetPort: 'http', protocol: 'TCP' }];
      await hand.edit({ apiVersion: 'v1', kind: 'Service', metadata, spec: { ports } });
    },
    syncs: true,
  }),
};
