import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A Kustomization in Git changes its path: what it applied before is pruned',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: {
      'clusters/apps.yaml': manifest(place.kustomization({ path: './one' }, 'apps')),
      'one/all.yaml': manifest(configMap('both', { n: '1' }), configMap('only-one', { n: '1' })),
      'two/all.yaml': manifest(configMap('both', { n: '2' }), configMap('only-two', { n: '1' })),
    },
    head: { 'clusters/apps.yaml': manifest(place.kustomization({ path: './two' }, 'apps')) },
    cluster: [place.source(), place.kustomization({ path: './clusters' }, 'root')],
    lands: true,
  }),
};
