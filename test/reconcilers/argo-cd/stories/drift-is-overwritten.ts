import { configMap, deployment, manifest, service } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A sync for another object overwrites drift in stated fields, and leaves those of other managers',
  tell: (place) => ({
    base: {
      'apps/web.yaml': manifest(deployment('web', { replicas: 2 }), service('web')),
      'apps/config.yaml': manifest(configMap('web', { level: 'info' })),
    },
    head: { 'apps/config.yaml': manifest(configMap('web', { level: 'debug' })) },
    cluster: [place.application({ source: { path: 'apps' } })],
    drift: async (hand) => {
      const { namespace } = place;
      const web = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace } };
      await hand.scale(web, 4);
      const port = { name: 'http', port: 80, targetPort: 'other', protocol: 'TCP' };
      const labels = { team: 'storefront' };
      await hand.edit({
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'web', namespace, labels },
        spec: { ports: [port] },
      });
    },
    syncs: true,
  }),
};
