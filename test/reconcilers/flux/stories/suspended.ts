import { manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A suspended Kustomization applies nothing',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: {
      'clusters/apps.yaml': manifest(place.kustomization({ path: './apps' }, 'apps')),
      'apps/all.yaml': manifest(...twoConfigMaps('1')),
    },
    // In one commit with the change it would be a race: the revision may be applied before the suspension.
    merged: {
      'clusters/apps.yaml': manifest(place.kustomization({ path: './apps', suspend: true }, 'apps')),
    },
    head: { 'apps/all.yaml': manifest(...twoConfigMaps('2')) },
    cluster: [place.source(), place.kustomization({ path: './clusters' }, 'root')],
    lands: false,
  }),
};
