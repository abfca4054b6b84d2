import assert from 'node:assert/strict';

import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

const wave = (number: number) => ({ annotations: { 'argocd.argoproj.io/sync-wave': String(number) } });

export const story: Story = {
  title: 'What leaves is pruned from the last wave to the first, among what is applied',
  tell: (place) => ({
    base: {
      'apps/kept.yaml': manifest(
        configMap('kept-a', { n: '1' }, wave(0)),
        configMap('kept-b', { n: '1' }, wave(1)),
      ),
      'apps/old.yaml': manifest(configMap('old-a', {}, wave(0)), configMap('old-b', {}, wave(2))),
    },
    head: {
      'apps/kept.yaml': manifest(
        configMap('kept-a', { n: '2' }, wave(0)),
        configMap('kept-b', { n: '2' }, wave(1)),
      ),
      'apps/old.yaml': null,
    },
    cluster: [place.application({ source: { path: 'apps' } })],
    syncs: true,
    check: async ({ writes }) => {
      assert.deepEqual(await writes(), [
        'delete configmaps/old-b',
        'patch configmaps/kept-a',
        'delete configmaps/old-a',
        'patch configmaps/kept-b',
      ]);
    },
  }),
};
