import assert from 'node:assert/strict';

import { stringify } from 'yaml';

import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A Kustomize base on a branch of another repository moved after the last sync, beside a change here',
  tell: async (place) => {
    const other = await place.outside.repository();
    const publish = async (color: string): Promise<string> =>
      other.commit({
        branch: 'main',
        files: {
          'base/kustomization.yaml': stringify({ resources: ['all.yaml'] }),
          'base/all.yaml': manifest(configMap('shared', { color }), configMap('fixed', { color: 'gray' })),
        },
      });
    await publish('blue');
    const own = (says: string): Readonly<Record<string, string>> => ({
      'apps/kustomization.yaml': stringify({
        resources: ['own.yaml', `${other.cloneUrl}//base?ref=main`],
      }),
      'apps/own.yaml': manifest(configMap('own', { says })),
    });
    let moved = '';
    return {
      base: own('one'),
      head: own('two'),
      cluster: [place.application({ source: { path: 'apps' }, syncPolicy: { automated: null } })],
      drift: async () => {
        moved = await publish('green');
      },
      merge: 'by-hand',
      syncs: true,
      check: ({ review }) => {
        const remotes = review.units[0]?.artifact.remotes.map(({ version, moving }) => ({ version, moving }));
        assert.deepEqual(remotes, [{ version: moved, moving: true }]);
        const said = review.changes.map(({ object, action }) => `${object.name} ${action}`).toSorted();
        assert.deepEqual(said, ['fixed unchanged', 'own configured', 'shared configured']);
        const causes = review.changes
          .map(({ object, causes: all }) => `${object.name} ${all.join()}`)
          .toSorted();
        assert.deepEqual(causes, ['fixed ', 'own pull-request', 'shared input-moved']);
      },
    };
  },
};
