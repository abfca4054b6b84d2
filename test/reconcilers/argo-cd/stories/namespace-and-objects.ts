import { configMap, deployment, manifest, service } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A Namespace and all that is in it come in one change',
  tell: (place) => {
    const name = `${place.name}-new`;
    const within = { namespace: name };
    const web = deployment('web');
    return {
      base: { 'apps/config.yaml': manifest(configMap('one', { n: '1' })) },
      head: {
        'apps/new.yaml': manifest(
          configMap('web', { n: '1' }, within),
          { ...service('web'), metadata: { name: 'web', ...within } },
          { ...web, metadata: { ...web.metadata, ...within } },
          { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: { team: 'storefront' } } },
        ),
      },
      cluster: [place.application({ source: { path: 'apps' } })],
      syncs: true,
    };
  },
};
