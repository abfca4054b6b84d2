import { twoAndOld } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'With prune off a change that only removes starts no sync',
  tell: (place) => ({
    base: twoAndOld,
    head: { 'apps/old.yaml': null },
    cluster: [place.application({ source: { path: 'apps' }, syncPolicy: { automated: { prune: false } } })],
    syncs: false,
  }),
};
