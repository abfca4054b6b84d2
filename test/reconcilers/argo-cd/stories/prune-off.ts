import { manifest, twoAndOld, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'With prune off what leaves stays, while what changes lands',
  tell: (place) => ({
    base: twoAndOld,
    head: {
      'apps/all.yaml': manifest(...twoConfigMaps('2')),
      'apps/old.yaml': null,
    },
    cluster: [place.application({ source: { path: 'apps' }, syncPolicy: { automated: { prune: false } } })],
    syncs: true,
  }),
};
