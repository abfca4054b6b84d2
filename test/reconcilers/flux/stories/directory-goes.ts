import { configMap, manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'The directory itself goes: Flux finds no path, and prunes nothing',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: {
      'apps/all.yaml': manifest(...twoConfigMaps('1'), configMap('three', { n: '1' })),
      'readme.md': 'keeps the repository',
    },
    head: { 'apps/all.yaml': null },
    cluster: [place.source(), place.kustomization({ path: './apps' })],
    lands: false,
  }),
};
