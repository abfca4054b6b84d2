import { configMap, deployment, manifest, service } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A Deployment, its Service and its ConfigMap change in a directory',
  versions: ['3.5', '3.2'],
  tell: (place) => ({
    base: {
      'apps/web/deployment.yaml': manifest(deployment('web', { replicas: 2 })),
      'apps/web/service.yaml': manifest(service('web')),
      'apps/web/config.yaml': manifest(configMap('web', { LOG_LEVEL: 'info', GREETING: 'hello' })),
    },
    head: {
      'apps/web/deployment.yaml': manifest(
        deployment('web', { replicas: 3, image: 'registry.example.com/web:1.1.0' }),
      ),
      'apps/web/service.yaml': manifest(service('web', 8000)),
      'apps/web/config.yaml': manifest(configMap('web', { LOG_LEVEL: 'debug', GREETING: 'hello' })),
    },
    cluster: [place.application({ source: { path: 'apps/web' } })],
    syncs: true,
  }),
};
