import assert from 'node:assert/strict';

import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A file loses its kind, is silently passed over, and what it declared is pruned',
  tell: (place) => ({
    base: {
      'apps/one.yaml': manifest(configMap('one', { n: '1' })),
      'apps/two.yaml': manifest(configMap('two', { n: '1' })),
      'apps/three.yaml': manifest(configMap('three', { n: '1' })),
    },
    head: {
      'apps/two.yaml': manifest(configMap('two', { n: '1' })).replace('kind: ConfigMap', 'kin: ConfigMap'),
    },
    cluster: [place.application({ source: { path: 'apps' } })],
    syncs: true,
    check: ({ predicted }) => {
      const two = predicted.find(({ identity }) => identity.name === 'two');
      assert.equal(two?.action, 'deleted');
    },
  }),
};
