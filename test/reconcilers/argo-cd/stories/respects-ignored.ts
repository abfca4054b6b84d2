import { configMap, release } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'RespectIgnoreDifferences keeps the ignored fields as they are when another field changes',
  versions: ['3.5', '3.2'],
  tell: (place) => ({
    ...release,
    cluster: [
      place.application({
        source: { path: 'apps' },
        ignoreDifferences: [
          { group: 'apps', kind: 'Deployment', jsonPointers: ['/spec/replicas'] },
          { kind: 'ConfigMap', name: 'web', jqPathExpressions: ['.data["set-by-hand"]'] },
        ],
        syncPolicy: { syncOptions: ['RespectIgnoreDifferences=true'] },
      }),
    ],
    drift: async (hand) => {
      const { namespace } = place;
      const metadata = { name: 'web', namespace };
      await hand.scale({ apiVersion: 'apps/v1', kind: 'Deployment', metadata }, 7);
      await hand.edit(configMap('web', { 'set-by-hand': 'yes' }, { namespace }));
    },
    syncs: true,
  }),
};
