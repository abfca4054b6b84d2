import { configMap, manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An object moves from one Kustomization to another',
  tell: (place) => ({
    base: {
      'a/all.yaml': manifest(...twoConfigMaps('1')),
      'a/moving.yaml': manifest(configMap('moving', { n: '1' })),
      'b/all.yaml': manifest(configMap('three', { n: '1' })),
    },
    head: { 'a/moving.yaml': null, 'b/moving.yaml': manifest(configMap('moving', { n: '1' })) },
    cluster: [
      place.source(),
      place.kustomization({ path: './a', dependsOn: [{ name: 'b' }] }, 'a'),
      place.kustomization({ path: './b' }, 'b'),
    ],
    lands: true,
  }),
};
