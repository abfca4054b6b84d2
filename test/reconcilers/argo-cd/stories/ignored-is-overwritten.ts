import { website } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A sync for another object overwrites the drift that an ignore rule hides',
  versions: ['3.5', '3.2'],
  tell: (place) => {
    return {
      base: { 'apps/web.yaml': website({ replicas: 2 }, { a: '1' }) },
      head: { 'apps/web.yaml': website({ replicas: 2 }, { a: '2' }) },
      cluster: [
        place.application({
          source: { path: 'apps' },
          ignoreDifferences: [{ group: '*', kind: '*', jsonPointers: ['/spec/replicas'] }],
        }),
      ],
      drift: async (hand) => {
        const metadata = { name: 'web', namespace: place.namespace };
        await hand.scale({ apiVersion: 'apps/v1', kind: 'Deployment', metadata }, 7, 'scaler');
      },
      syncs: true,
    };
  },
};
