import { website } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title:
    'Drift of an ignored manager does not keep the Application out of sync, and a new value of it does not land',
  tell: (place) => {
    const web = (replicas: number): string => website({ replicas }, { a: '1' });
    return {
      base: { 'apps/web.yaml': web(2) },
      head: { 'apps/web.yaml': web(3) },
      cluster: [
        place.application({
          source: { path: 'apps' },
          ignoreDifferences: [{ group: 'apps', kind: 'Deployment', managedFieldsManagers: ['scaler'] }],
        }),
      ],
      drift: async (hand) => {
        const metadata = { name: 'web', namespace: place.namespace };
        await hand.scale({ apiVersion: 'apps/v1', kind: 'Deployment', metadata }, 7, 'scaler');
      },
      syncs: false,
    };
  },
};
