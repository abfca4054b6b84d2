import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'Marks by label, annotation and installation: what another installation marked is not pruned',
  settings: {
    cm: { 'application.resourceTrackingMethod': 'annotation+label', installationID: 'east' },
  },
  tell: (place) => {
    const { namespace, name } = place;
    const foreign = configMap(
      'foreign',
      { n: '1' },
      {
        namespace,
        annotations: {
          'argocd.argoproj.io/installation-id': 'west',
          'argocd.argoproj.io/tracking-id': `${name}:/ConfigMap:${namespace}/foreign`,
        },
      },
    );
    return {
      base: {
        'apps/all.yaml': manifest(configMap('one', { n: '1' }), configMap('old', { n: '1' })),
      },
      head: { 'apps/all.yaml': manifest(configMap('one', { n: '2' }), configMap('new', { n: '1' })) },
      cluster: [place.application({ source: { path: 'apps' } })],
      drift: async (hand) => hand.create(foreign),
      syncs: true,
      also: [foreign],
    };
  },
};
