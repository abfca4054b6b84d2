import assert from 'node:assert/strict';

import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

const inWave = (name: string, wave: number, value: string): string =>
  manifest(configMap(name, { value }, { annotations: { 'argocd.argoproj.io/sync-wave': String(wave) } }));

export const story: Story = {
  title: 'Three waves are applied one after the other, whatever their names say',
  versions: ['3.5', '3.2'],
  tell: (place) => ({
    base: {
      'apps/a.yaml': inWave('a', 2, 'old'),
      'apps/b.yaml': inWave('b', 1, 'old'),
      'apps/c.yaml': inWave('c', -1, 'old'),
    },
    head: {
      'apps/a.yaml': inWave('a', 2, 'new'),
      'apps/b.yaml': inWave('b', 1, 'new'),
      'apps/c.yaml': inWave('c', -1, 'new'),
    },
    cluster: [place.application({ source: { path: 'apps' } })],
    syncs: true,
    check: async ({ writes }) => {
      assert.deepEqual(await writes(), ['patch configmaps/c', 'patch configmaps/b', 'patch configmaps/a']);
    },
  }),
};
