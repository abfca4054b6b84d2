import assert from 'node:assert/strict';

import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { configMap, manifest } from '../../manifests.ts';
import { homeCluster, secondCluster } from '../../placed.ts';
import { changesIn, fleetSet, fleetUnit } from '../fleet-set.ts';
import { westAccount } from '../second-cluster.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A kind is new that the account behind the Secret of one of two clusters may not make',
  secondCluster: true,
  tell: (place) => ({
    base: {
      'apps/a.yaml': manifest(configMap('a', { n: '1' })),
      'apps/b.yaml': manifest(configMap('b', { n: '1' })),
    },
    head: {
      'apps/a.yaml': manifest(configMap('a', { n: '2' })),
      'apps/limits.yaml': manifest(limits),
    },
    cluster: [
      fleetSet(place, { source: { path: 'apps' }, syncPolicy: { automated: {}, retry: { limit: 0 } } }),
    ],
    syncs: true,
    check: ({ review, predicted }) => {
      assert.deepEqual(changesIn(homeCluster, predicted), [
        ['ConfigMap a', 'configured'],
        ['LimitRange limits', 'created'],
      ]);
      assert.deepEqual(changesIn(secondCluster, predicted), [
        ['ConfigMap a', 'configured'],
        ['LimitRange limits', 'refused'],
      ]);
      const refused = review.changes.filter(({ action }) => action === 'refused');
      assert.deepEqual(
        refused.map(({ unit, by }) => [unit, by]),
        [[fleetUnit(place, 'west'), 'rights']],
      );
      const { namespace, name } = westAccount;
      const why = `system:serviceaccount:${namespace}:${name} may not create limitranges`;
      assert.ok(refused[0]?.message?.startsWith(why));
      assert.equal(review.conclusion, 'failure');
      assert.deepEqual(review.gaps, []);
    },
  }),
};

const limits: KubeObject = {
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: { name: 'limits' },
  spec: { limits: [{ type: 'Container', default: { memory: '64Mi' } }] },
};
