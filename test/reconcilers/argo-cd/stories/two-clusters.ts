import assert from 'node:assert/strict';

import { configMap, deployment, manifest, service } from '../../manifests.ts';
import { homeCluster, secondCluster } from '../../placed.ts';
import { changesIn, fleetSet, fleetUnit } from '../fleet-set.ts';
import type { Files } from '../../files.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A set deploys one chart to two clusters, of which one drifted and has an object of somebody else',
  secondCluster: true,
  tell: (place) => ({
    base: {
      'deploy/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
      'deploy/templates/old.yaml': manifest(configMap('old', { n: '1' })),
      ...chart('registry.example.com/web:1'),
      'deploy/values-in-cluster.yaml': 'level: info\nreplicas: 2\n',
      'deploy/values-west.yaml': 'level: warn\nreplicas: 3\n',
    },
    head: {
      'deploy/templates/old.yaml': null,
      'deploy/templates/banner.yaml': manifest(
        configMap('banner', { text: '{{ .Values.cluster }}', more: '2' }),
      ),
      ...chart('registry.example.com/web:2'),
      'deploy/values-west.yaml': 'level: debug\nreplicas: 3\n',
    },
    cluster: [
      fleetSet(place, {
        source: {
          path: 'deploy',
          helm: {
            valueFiles: ['values-{{.name}}.yaml'],
            parameters: [{ name: 'cluster', value: '{{.name}}' }],
          },
        },
      }),
    ],
    drift: async () => {
      const west = place.secondHand();
      const { namespace } = place;
      await west.scale(deployment('web', { metadata: { namespace } }), 5);
      await west.create(configMap('banner', { text: 'by hand', kept: '1' }, { namespace }));
    },
    syncs: true,
    check: ({ review, predicted, applications }) => {
      const [inHome, inWest] = [fleetUnit(place, 'in-cluster'), fleetUnit(place, 'west')];
      assert.deepEqual([...applications.keys()].toSorted(), [
        `${place.name}-in-cluster`,
        `${place.name}-west`,
      ]);
      assert.deepEqual(review.reach, { clusters: 2, production: 0 });
      assert.deepEqual(review.gaps, []);
      assert.deepEqual(changesIn(homeCluster, predicted), [
        ['Deployment web', 'configured'],
        ['ConfigMap banner', 'created'],
        ['ConfigMap old', 'deleted'],
      ]);
      assert.deepEqual(changesIn(secondCluster, predicted), [
        ['ConfigMap banner', 'adopted'],
        ['ConfigMap web', 'configured'],
        ['Deployment web', 'configured'],
        ['ConfigMap old', 'deleted'],
      ]);
      const findings = review.findings.map(({ rule, unit }) => `${rule} ${unit ?? ''}`);
      assert.deepEqual(findings.toSorted(), [
        `drift-overwritten ${inWest}`,
        ...[inHome, inWest].map((each) => `image-changed ${each}`),
        ...[inHome, inWest].map((each) => `object-deleted ${each}`),
      ]);
      // No value says the replicas anew: the template's line has them, and the changed level is none.
      const drifted = review.findings.find(({ rule }) => rule === 'drift-overwritten');
      assert.deepEqual(drifted?.places, [{ file: 'deploy/templates/web.yaml', line: 8 }]);
    },
  }),
};

/** Of its objects, all that both clusters have under one name. */
function chart(image: string): Files {
  const level = { cluster: '{{ .Values.cluster }}', level: '{{ .Values.level }}' };
  return {
    'deploy/templates/web.yaml': manifest(
      deployment('web', { image }),
      service('web'),
      configMap('web', level),
    ).replace('spec:\n', 'spec:\n  replicas: {{ .Values.replicas }}\n'),
  };
}
