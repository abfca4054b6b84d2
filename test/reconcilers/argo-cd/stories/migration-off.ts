import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title:
    'Server-side apply by an annotation, and one Application that does not take over what kubectl apply owns',
  tell: (place) => {
    const onServer = { annotations: { 'argocd.argoproj.io/sync-options': 'ServerSideApply=true' } };
    const onClient = { annotations: { 'argocd.argoproj.io/sync-options': 'ServerSideApply=false' } };
    const all = (n: string): string =>
      manifest(
        configMap('plain', { n }),
        configMap('on-server', { n }, onServer),
        configMap('on-client', { n }, onClient),
      );
    return {
      base: { 'apps/all.yaml': all('1') },
      head: { 'apps/all.yaml': all('2') },
      cluster: [
        place.application({
          source: { path: 'apps' },
          syncPolicy: { syncOptions: ['ServerSideApply=true', 'ClientSideApplyMigration=false'] },
        }),
      ],
      drift: async (hand) => {
        for (const name of ['plain', 'on-server', 'on-client']) {
          await hand.edit(
            configMap(name, { added: 'x' }, { namespace: place.namespace }),
            'kubectl-client-side-apply',
          );
        }
      },
      syncs: true,
    };
  },
};
