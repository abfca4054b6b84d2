import { configMap, manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A Kustomization gets another name and holds the same objects',
  tell: (place) => ({
    base: {
      'clusters/apps.yaml': manifest(
        place.kustomization({ path: './apps', deletionPolicy: 'Orphan' }, 'apps'),
      ),
      'apps/all.yaml': manifest(...twoConfigMaps('1'), configMap('three', { n: '1' })),
    },
    head: {
      'clusters/apps.yaml': manifest(
        place.kustomization({ path: './apps', deletionPolicy: 'Orphan' }, 'shop'),
      ),
    },
    cluster: [place.source(), place.kustomization({ path: './clusters' }, 'root')],
    lands: true,
  }),
};
