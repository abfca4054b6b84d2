import assert from 'node:assert/strict';

import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

const wave = (number: number) => ({ annotations: { 'argocd.argoproj.io/sync-wave': String(number) } });

export const story: Story = {
  title: 'PruneLast leaves the prune until all waves are applied',
  tell: (place) => ({
    base: {
      'apps/a.yaml': manifest(configMap('a', { n: '1' }, wave(0)), configMap('c', { n: '1' }, wave(3))),
      'apps/b.yaml': manifest(configMap('b', { n: '1' }, wave(1))),
    },
    head: {
      'apps/a.yaml': manifest(configMap('a', { n: '2' }, wave(0)), configMap('c', { n: '2' }, wave(3))),
      'apps/b.yaml': null,
    },
    cluster: [
      place.application({ source: { path: 'apps' }, syncPolicy: { syncOptions: ['PruneLast=true'] } }),
    ],
    syncs: true,
    check: async ({ writes }) => {
      assert.deepEqual(await writes(), ['patch configmaps/a', 'patch configmaps/c', 'delete configmaps/b']);
    },
  }),
};
