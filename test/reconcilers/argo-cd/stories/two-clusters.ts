import assert from 'node:assert/strict';

import { argoCdObject } from '../../../bed/argo-cd/object.ts';
import { configMap, deployment, manifest, service } from '../../manifests.ts';
import { homeCluster, secondCluster } from '../../placed.ts';
import type { Predicted } from '../../predicted.ts';
import { fleet } from '../second-cluster.ts';
import type { Files, Place, Story } from '../story.ts';

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
    cluster: [setOf(place)],
    drift: async () => {
      const west = place.secondHand();
      const { namespace } = place;
      await west.scale(deployment('web', { metadata: { namespace } }), 5);
      await west.create(configMap('banner', { text: 'by hand', kept: '1' }, { namespace }));
    },
    syncs: true,
    check: ({ review, predicted, applications }) => {
      const [inHome, inWest] = [`${place.name}-in-cluster`, `${place.name}-west`];
      assert.deepEqual([...applications.keys()].toSorted(), [inHome, inWest]);
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
        `drift-overwritten ${idOf(inWest)}`,
        ...[inHome, inWest].map((each) => `image-changed ${idOf(each)}`),
        ...[inHome, inWest].map((each) => `object-deleted ${idOf(each)}`),
      ]);
      // No value says the replicas anew: the template's line has them, and the changed level is none.
      const drifted = review.findings.find(({ rule }) => rule === 'drift-overwritten');
      assert.deepEqual(drifted?.places, [{ file: 'deploy/templates/web.yaml', line: 8 }]);
    },
  }),
};

function idOf(application: string): string {
  return `argo-cd/${homeCluster}/argocd/${application}`;
}

/** By their actions, then by their names. */
function changesIn(cluster: string, predicted: readonly Predicted[]): readonly (readonly string[])[] {
  return predicted
    .filter((each) => each.cluster === cluster && each.action !== 'unchanged')
    .map(({ identity, action }) => [`${identity.kind} ${identity.name}`, action])
    .toSorted(([a = '', b = ''], [c = '', d = '']) => `${b} ${a}`.localeCompare(`${d} ${c}`));
}

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

function setOf(place: Place) {
  const { spec = {} } = place.application({
    source: {
      path: 'deploy',
      helm: {
        valueFiles: ['values-{{.name}}.yaml'],
        parameters: [{ name: 'cluster', value: '{{.name}}' }],
      },
    },
    destination: { server: '{{.server}}' },
  });
  return argoCdObject('ApplicationSet', place.name, {
    goTemplate: true,
    generators: [{ clusters: { selector: { matchLabels: fleet } } }],
    template: { metadata: { name: `${place.name}-{{.name}}` }, spec },
  });
}
