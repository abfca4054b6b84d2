import assert from 'node:assert/strict';

import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'One of three objects leaves the directory and is pruned',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: {
      'apps/one.yaml': manifest(configMap('one', { number: '1' })),
      'apps/two.yaml': manifest(configMap('two', { number: '2' })),
      'apps/three.yaml': manifest(configMap('three', { number: '3' })),
    },
    head: { 'apps/two.yaml': null },
    cluster: [place.source(), place.kustomization({ path: './apps' })],
    lands: true,
    check: ({ writes }) => {
      assert.deepEqual(writes, ['delete configmaps/two']);
    },
  }),
};
