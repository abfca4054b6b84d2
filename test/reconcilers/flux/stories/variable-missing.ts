import { configMap, manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A variable without a value and a default: the build fails, and nothing lands',
  tell: (place) => ({
    base: { 'apps/all.yaml': manifest(...twoConfigMaps('1'), configMap('three', { n: '1' })) },
    head: { 'apps/all.yaml': manifest(...twoConfigMaps('2'), configMap('three', { n: '${absent}' })) },
    cluster: [
      place.source(),
      place.kustomization({ path: './apps', postBuild: { substitute: { color: 'blue' } } }),
    ],
    lands: false,
  }),
};
