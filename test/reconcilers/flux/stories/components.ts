import { configMap, manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A component is taken in by the Kustomization, and a missing one is passed over',
  tell: (place) => ({
    base: {
      'apps/kustomization.yaml': 'resources: [all.yaml]\n',
      'apps/all.yaml': manifest(...twoConfigMaps('1')),
      'components/labels/kustomization.yaml':
        'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nlabels: [{ pairs: { tier: web } }]\nresources: [more.yaml]\n',
      'components/labels/more.yaml': manifest(configMap('more', { n: '1' })),
    },
    head: { 'components/labels/more.yaml': manifest(configMap('more', { n: '2' })) },
    cluster: [
      place.source(),
      place.kustomization({
        path: './apps',
        components: ['../components/labels', '../components/gone'],
        ignoreMissingComponents: true,
      }),
    ],
    lands: true,
  }),
};
