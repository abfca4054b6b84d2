import { configMap, manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A file .sourceignore takes a manifest out of the artifact: it is pruned',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: {
      'apps/all.yaml': manifest(...twoConfigMaps('1')),
      'apps/draft.yaml': manifest(configMap('draft', { n: '1' })),
    },
    head: { '.sourceignore': 'draft.yaml\n' },
    cluster: [place.source(), place.kustomization({ path: './apps' })],
    lands: true,
  }),
};
