import { configMap, manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'Without prune an object that leaves Git stays, and is forgotten',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: {
      'apps/all.yaml': manifest(...twoConfigMaps('1')),
      'apps/old.yaml': manifest(configMap('old', { n: '1' })),
    },
    head: { 'apps/all.yaml': manifest(...twoConfigMaps('2')), 'apps/old.yaml': null },
    cluster: [place.source(), place.kustomization({ path: './apps', prune: false })],
    lands: true,
  }),
};
