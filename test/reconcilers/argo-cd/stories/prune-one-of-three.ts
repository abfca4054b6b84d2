import assert from 'node:assert/strict';

import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'One of three objects leaves the directory and is pruned',
  versions: ['3.5', '3.2'],
  tell: (place) => ({
    base: {
      'apps/names/one.yaml': manifest(configMap('one', { number: '1' })),
      'apps/names/two.yaml': manifest(configMap('two', { number: '2' })),
      'apps/names/three.yaml': manifest(configMap('three', { number: '3' })),
    },
    head: { 'apps/names/two.yaml': null },
    cluster: [place.application({ source: { path: 'apps/names' } })],
    syncs: true,
    check: async ({ writes }) => {
      assert.deepEqual(await writes(), ['delete configmaps/two']);
    },
  }),
};
