import { configMap, manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A source at a tag does not move with the merge',
  tell: (place) => ({
    base: { 'apps/all.yaml': manifest(...twoConfigMaps('1'), configMap('three', { n: '1' })) },
    tag: 'v1.0.0',
    head: { 'apps/all.yaml': manifest(...twoConfigMaps('2'), configMap('three', { n: '2' })) },
    cluster: [place.source({ ref: { tag: 'v1.0.0' } }), place.kustomization({ path: './apps' })],
    lands: false,
  }),
};
