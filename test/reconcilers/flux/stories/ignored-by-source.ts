import { configMap, manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'The source in Git ignores more: what it leaves out is pruned',
  tell: (place) => ({
    base: {
      'clusters/source.yaml': manifest(place.source()),
      'apps/all.yaml': manifest(...twoConfigMaps('1')),
      'apps/draft/draft.yaml': manifest(configMap('draft', { n: '1' })),
    },
    head: { 'clusters/source.yaml': manifest(place.source({ ignore: '/apps/draft/\n' })) },
    cluster: [
      place.source(),
      place.kustomization({ path: './clusters' }, 'root'),
      place.kustomization({ path: './apps' }, 'apps'),
    ],
    lands: true,
  }),
};
