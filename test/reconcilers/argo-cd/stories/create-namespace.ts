import { configMap, manifest, service } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A new Application makes its namespace with labels of its own, and deploys into it',
  versions: ['3.5', '3.2'],
  tell: (place) => {
    const child = place.application(
      {
        source: { path: 'child' },
        destination: { namespace: `${place.name}-new` },
        syncPolicy: {
          syncOptions: ['CreateNamespace=true'],
          managedNamespaceMetadata: { labels: { team: 'storefront' }, annotations: { note: 'made' } },
        },
      },
      'child',
    );
    return {
      base: {
        'root/note.yaml': manifest(configMap(place.name, { a: '1' })),
        'child/all.yaml': manifest(configMap('one', { a: '1' }), service('web')),
      },
      head: { 'root/child.yaml': manifest(child) },
      cluster: [place.application({ source: { path: 'root' }, destination: { namespace: 'argocd' } })],
      syncs: true,
    };
  },
};
