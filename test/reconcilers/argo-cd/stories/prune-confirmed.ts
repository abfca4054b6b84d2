import assert from 'node:assert/strict';

import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A prune waits for a person, and with it all of its wave and what comes after',
  versions: ['3.5', '3.2'],
  tell: (place) => {
    const inWave = (name: string, wave: number, n: string) =>
      configMap(name, { n }, { annotations: { 'argocd.argoproj.io/sync-wave': String(wave) } });
    const asked = configMap(
      'asked',
      { n: '1' },
      { annotations: { 'argocd.argoproj.io/sync-options': 'Prune=confirm' } },
    );
    const objects = (n: string) => [inWave('before', -1, n), inWave('beside', 0, n), inWave('after', 1, n)];
    return {
      base: { 'apps/all.yaml': manifest(...objects('1'), asked) },
      head: { 'apps/all.yaml': manifest(...objects('2')) },
      cluster: [place.application({ source: { path: 'apps' } })],
      syncs: true,
      check: ({ predicted }) => {
        const actions = predicted.map(({ identity, action }) => `${identity.name} ${action}`).toSorted();
        assert.deepEqual(actions, ['after skipped', 'asked skipped', 'before configured', 'beside skipped']);
      },
    };
  },
};
