import assert from 'node:assert/strict';

import type { JsonObject } from '../../../../src/object/json.ts';
import { argoCdNamespace } from '../../../bed/argo-cd/installation.ts';
import { configMap, manifest } from '../../manifests.ts';
import { homeCluster, secondCluster } from '../../placed.ts';
import { changesIn } from '../fleet-set.ts';
import { westName } from '../second-cluster.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title:
    'The destination of an Application becomes another cluster, and what it has in the old one stays there',
  secondCluster: true,
  tell: (place) => {
    const child = (destination: JsonObject): string =>
      manifest(place.application({ source: { path: 'apps' }, destination }, 'child'));
    return {
      base: {
        'roots/child.yaml': child({}),
        'apps/all.yaml': manifest(configMap('a', { n: '1' }), configMap('b', { n: '1' })),
      },
      head: { 'roots/child.yaml': child({ server: null, name: westName }) },
      cluster: [
        place.application({ source: { path: 'roots' }, destination: { namespace: argoCdNamespace } }, 'root'),
      ],
      syncs: true,
      check: ({ review, predicted }) => {
        const application = `Application ${place.name}-child`;
        assert.deepEqual(changesIn(homeCluster, predicted), [[application, 'configured']]);
        assert.deepEqual(changesIn(secondCluster, predicted), [
          ['ConfigMap a', 'created'],
          ['ConfigMap b', 'created'],
        ]);
        assert.deepEqual(
          review.gaps.map(({ kind }) => kind),
          ['inventory-unreadable'],
        );
      },
    };
  },
};
