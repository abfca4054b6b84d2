import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'Without a kustomization all files below count, and a directory with its own is one of them',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: {
      'apps/one.yaml': manifest(configMap('one', { n: '1' })),
      'apps/deep/er/two.yml': manifest(configMap('two', { n: '1' })),
      'apps/own/kustomization.yaml': 'resources: [three.yaml]\nnamePrefix: own-\n',
      'apps/own/three.yaml': manifest(configMap('three', { n: '1' })),
      'apps/own/unlisted.yaml': manifest(configMap('unlisted', { n: '1' })),
      'apps/notes.txt': 'no manifest',
    },
    head: {
      'apps/deep/er/two.yml': manifest(configMap('two', { n: '2' })),
      'apps/own/three.yaml': manifest(configMap('three', { n: '2' })),
      'apps/four.yaml': manifest(configMap('four', { n: '1' })),
    },
    cluster: [place.source(), place.kustomization({ path: './apps' })],
    lands: true,
  }),
};
