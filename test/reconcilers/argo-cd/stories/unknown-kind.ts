import { manifest, twoAndOld, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An object of a kind that nobody serves ends the whole sync, prunes included',
  tell: (place) => ({
    base: twoAndOld,
    head: {
      'apps/all.yaml': manifest(...twoConfigMaps('2')),
      'apps/old.yaml': null,
      'apps/widget.yaml': manifest({
        apiVersion: 'example.com/v1',
        kind: 'Widget',
        metadata: { name: 'one' },
        spec: { size: 1 },
      }),
    },
    cluster: [place.application({ source: { path: 'apps' }, syncPolicy: { retry: { limit: 0 } } })],
    syncs: true,
  }),
};
