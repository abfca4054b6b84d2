import assert from 'node:assert/strict';

import type { JsonObject } from '../../../../src/object/json.ts';
import { argoCdNamespace } from '../../../bed/argo-cd/installation.ts';
import { configMap, manifest } from '../../manifests.ts';
import { secondCluster } from '../../placed.ts';
import { changesIn } from '../fleet-set.ts';
import { westName } from '../second-cluster.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title:
    'The destination becomes another cluster, and no path that the Application names changes: nothing is synced there',
  secondCluster: true,
  tell: (place) => {
    const child = (destination: JsonObject): string => {
      const made = place.application({ source: { path: 'apps' }, destination }, 'child');
      const annotations = { 'argocd.argoproj.io/manifest-generate-paths': '.' };
      return manifest({ ...made, metadata: { ...made.metadata, annotations } });
    };
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
        assert.deepEqual(changesIn(secondCluster, predicted), [
          ['ConfigMap a', 'skipped'],
          ['ConfigMap b', 'skipped'],
        ]);
        const moved = review.units.find(({ id }) => id.endsWith('-child'));
        assert.equal(moved?.target.cluster, secondCluster);
        assert.equal(moved.applies.when, 'at the next manual sync');
      },
    };
  },
};
