import { configMap, deployment, manifest, service } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An Application with Replace=true changes one object and makes one, and puts all of them',
  tell: (place) => ({
    base: { 'apps/all.yaml': manifest(configMap('web', { a: '1' }), service('web'), deployment('web')) },
    head: {
      'apps/all.yaml': manifest(
        configMap('web', { a: '2' }),
        configMap('more', { a: '2' }),
        service('web'),
        deployment('web'),
      ),
    },
    cluster: [place.application({ source: { path: 'apps' }, syncPolicy: { syncOptions: ['Replace=true'] } })],
    drift: async (hand) => {
      const metadata = { name: 'web', namespace: place.namespace };
      await hand.scale({ apiVersion: 'apps/v1', kind: 'Deployment', metadata }, 3);
    },
    syncs: true,
  }),
};
