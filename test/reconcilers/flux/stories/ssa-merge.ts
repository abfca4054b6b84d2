import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An object that is merged keeps the fields of kubectl',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: {
      'apps/all.yaml': manifest(
        configMap('merged', { n: '1' }, { annotations: { 'kustomize.toolkit.fluxcd.io/ssa': 'Merge' } }),
        configMap('overridden', { n: '1' }),
        configMap('third', { n: '1' }),
      ),
    },
    head: {
      'apps/all.yaml': manifest(
        configMap('merged', { n: '2' }, { annotations: { 'kustomize.toolkit.fluxcd.io/ssa': 'Merge' } }),
        configMap('overridden', { n: '2' }),
        configMap('third', { n: '1' }),
      ),
    },
    cluster: [place.source(), place.kustomization({ path: './apps' })],
    drift: async (hand) => {
      for (const name of ['merged', 'overridden'])
        await hand.edit(configMap(name, { more: 'by hand' }, { namespace: place.namespace }));
    },
    lands: true,
  }),
};
