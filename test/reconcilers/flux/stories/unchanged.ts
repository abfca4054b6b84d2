import { configMap, manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A change beside the directory moves the revision, and nothing else',
  tell: (place) => ({
    base: {
      'apps/all.yaml': manifest(...twoConfigMaps('1'), configMap('three', { n: '1' })),
      'readme.md': 'one',
    },
    head: {
      'readme.md': 'two',
      'apps/all.yaml': `# a comment\n${manifest(...twoConfigMaps('1'), configMap('three', { n: '1' }))}`,
    },
    cluster: [place.source(), place.kustomization({ path: './apps' })],
    lands: false,
  }),
};
