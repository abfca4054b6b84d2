import { configMap, deployment, manifest, service } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'Replace=true puts whole objects, and what others wrote into them is lost',
  versions: ['3.5', '3.2'],
  tell: (place) => {
    const options = { annotations: { 'argocd.argoproj.io/sync-options': 'Replace=true' } };
    const config = (a: string) => configMap('web', { a }, options);
    return {
      base: {
        'apps/all.yaml': manifest(config('1'), service('web'), deployment('web', { replicas: 1 })),
      },
      head: {
        'apps/all.yaml': manifest(
          config('2'),
          { ...service('web', 81), metadata: { name: 'web', ...options } },
          deployment('web', { replicas: 2 }),
        ),
      },
      cluster: [place.application({ source: { path: 'apps' } })],
      drift: async (hand) => {
        const { namespace } = place;
        await hand.edit(configMap('web', { added: 'by hand' }, { namespace }));
        const labels = { team: 'storefront' };
        await hand.edit({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'web', namespace, labels } });
      },
      syncs: true,
    };
  },
};
