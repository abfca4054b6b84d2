import { configMap, deployment, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A server-side apply takes over what kubectl apply owns, and leaves what other managers own',
  versions: ['3.5', '3.2'],
  tell: (place) => ({
    base: {
      'apps/config.yaml': manifest(configMap('one', { a: '1', gone: 'x' }), configMap('two', { a: '1' })),
      'apps/web.yaml': manifest(deployment('web', { replicas: 1 })),
    },
    head: {
      'apps/config.yaml': manifest(configMap('one', { a: '2' }), configMap('two', { a: '2' })),
      'apps/web.yaml': manifest(deployment('web', { replicas: 2 })),
    },
    cluster: [
      place.application({
        source: { path: 'apps' },
        syncPolicy: { syncOptions: ['ServerSideApply=true'] },
      }),
    ],
    drift: async (hand) => {
      const { namespace } = place;
      const added = (name: string) => configMap(name, { added: 'by hand' }, { namespace });
      await hand.edit(added('one'), 'kubectl-client-side-apply');
      await hand.edit(added('two'), 'kubectl-edit');
      const web = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace } };
      await hand.edit({ ...web, spec: { replicas: 5, minReadySeconds: 3 } }, 'kubectl-client-side-apply');
    },
    syncs: true,
  }),
};
