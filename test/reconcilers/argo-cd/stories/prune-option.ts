import { manifest, twoAndOld, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An Application says for all of its objects that none is pruned, which older ones do not know',
  versions: ['3.5', '3.2'],
  tell: (place) => ({
    base: twoAndOld,
    head: { 'apps/all.yaml': manifest(...twoConfigMaps('2')), 'apps/old.yaml': null },
    cluster: [place.application({ source: { path: 'apps' }, syncPolicy: { syncOptions: ['Prune=false'] } })],
    syncs: true,
  }),
};
