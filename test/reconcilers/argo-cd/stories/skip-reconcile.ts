import assert from 'node:assert/strict';

import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An Application that is told not to reconcile lets a change wait until it is told to again',
  tell: (place) => {
    const made = place.application({ source: { path: 'apps' } });
    return {
      base: {
        'apps/all.yaml': manifest(configMap('one', { n: '1' }), configMap('two', { n: '1' })),
        'apps/old.yaml': manifest(configMap('old', { n: '1' })),
      },
      head: {
        'apps/all.yaml': manifest(configMap('one', { n: '2' }), configMap('new', { n: '1' })),
        'apps/old.yaml': null,
      },
      cluster: [made],
      drift: async (hand) => {
        const annotations = { 'argocd.argoproj.io/skip-reconcile': 'true' };
        await hand.edit({ ...made, metadata: { ...made.metadata, annotations } });
      },
      later: async (hand) => {
        const annotations = { 'argocd.argoproj.io/skip-reconcile': null };
        await hand.edit({ ...made, metadata: { ...made.metadata, annotations } });
      },
      syncs: true,
      check: ({ review }) => {
        assert.match(JSON.stringify(review), /takes the annotation skip-reconcile from/u);
      },
    };
  },
};
