import { configMap, manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'The last manifest leaves the directory: everything is pruned',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: {
      'apps/all.yaml': manifest(...twoConfigMaps('1'), configMap('three', { n: '1' })),
      'apps/notes.txt': 'keeps the directory',
    },
    head: { 'apps/all.yaml': null },
    cluster: [place.source(), place.kustomization({ path: './apps' })],
    lands: true,
  }),
};
