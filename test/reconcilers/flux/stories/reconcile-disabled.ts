import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A live object on which somebody disabled the reconciliation stays as it is, also when it leaves',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: {
      'apps/all.yaml': manifest(
        configMap('stays', { n: '1' }),
        configMap('leaves', { n: '1' }),
        configMap('plain', { n: '1' }),
      ),
    },
    head: { 'apps/all.yaml': manifest(configMap('stays', { n: '2' }), configMap('plain', { n: '2' })) },
    cluster: [place.source(), place.kustomization({ path: './apps' })],
    drift: async (hand) => {
      const annotations = { 'kustomize.toolkit.fluxcd.io/reconcile': 'disabled' };
      for (const name of ['stays', 'leaves'])
        await hand.edit(configMap(name, {}, { namespace: place.namespace, annotations }));
    },
    lands: true,
  }),
};
