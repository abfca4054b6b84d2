import { configMap, manifest, service } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An Application gives its namespace other labels, and its objects stay as they are',
  tell: (place) => {
    const child = (labels: Readonly<Record<string, string>>): string =>
      manifest(
        place.application(
          {
            source: { path: 'child' },
            destination: { namespace: `${place.name}-new` },
            syncPolicy: { syncOptions: ['CreateNamespace=true'], managedNamespaceMetadata: { labels } },
          },
          'child',
        ),
      );
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: `${place.name}-new` } };
    return {
      base: {
        'root/child.yaml': child({ team: 'storefront', old: 'yes' }),
        'child/all.yaml': manifest(configMap('one', { a: '1' }), service('web')),
      },
      head: { 'root/child.yaml': child({ team: 'checkout' }) },
      cluster: [place.application({ source: { path: 'root' }, destination: { namespace: 'argocd' } })],
      syncs: true,
      also: [namespace],
    };
  },
};
