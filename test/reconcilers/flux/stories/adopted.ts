import { configMap, manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An object that somebody made by hand is taken over',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: { 'apps/all.yaml': manifest(...twoConfigMaps('1')) },
    head: { 'apps/foreign.yaml': manifest(configMap('foreign', { n: 'of Git' })) },
    cluster: [place.source(), place.kustomization({ path: './apps' })],
    prepare: async (hand) =>
      hand.create(configMap('foreign', { n: 'by hand', more: 'by hand' }, { namespace: place.namespace })),
    lands: true,
  }),
};
