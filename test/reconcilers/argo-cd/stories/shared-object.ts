import assert from 'node:assert/strict';

import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An object that one Application declares is declared by another too, which takes it',
  tell: (place) => ({
    base: {
      'red/all.yaml': manifest(configMap('red', { n: '1' }), configMap('shared', { from: 'red' })),
      'blue/all.yaml': manifest(configMap('blue', { n: '1' })),
    },
    head: {
      'blue/all.yaml': manifest(configMap('blue', { n: '2' }), configMap('shared', { from: 'red' })),
    },
    cluster: [
      place.application({ source: { path: 'red' }, syncPolicy: { automated: null } }, 'red'),
      place.application({ source: { path: 'blue' } }, 'blue'),
    ],
    syncs: true,
    check: ({ review }) => {
      const found = review.findings.filter(({ title }) => title.startsWith('What another Application has'));
      assert.deepEqual(
        found.map(({ severity, objects }) => [severity, ...objects.map(({ name }) => name)]),
        [['block', 'shared']],
      );
    },
  }),
};
