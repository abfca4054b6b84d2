import { website } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'Fields that the Kustomization ignores stay as they are live',
  tell: (place) => ({
    base: { 'apps/web.yaml': website({ replicas: 1 }, { color: 'blue' }) },
    head: { 'apps/web.yaml': website({ replicas: 2 }, { color: 'green' }) },
    cluster: [
      place.source(),
      place.kustomization({
        path: './apps',
        ignore: [{ paths: ['/spec/replicas'], target: { kind: 'Deployment' } }],
      }),
    ],
    drift: async (hand) =>
      hand.scale(
        { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: place.namespace } },
        5,
      ),
    lands: true,
  }),
};
