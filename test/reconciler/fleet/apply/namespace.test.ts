/** What a bundle does with the namespace of its release. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import type { Unit } from '../../../../src/reconciler/unit.ts';
import { attemptsOf, told } from '../rendering.ts';
import { configMap, fleetCluster, gitRepo, home, reconciler, unitIn } from '../story.ts';

async function unit(fleetYaml: string): Promise<Unit> {
  const homes = [
    home([gitRepo({ paths: ['web'], targets: [{ clusterSelector: {} }] }), fleetCluster('prod')]),
  ];
  return unitIn({ 'web/m.yaml': configMap('a'), 'web/fleet.yaml': fleetYaml }, { homes });
}

const map: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'shop' } };
const live: KubeObject = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name: 'shop',
    labels: { 'kubernetes.io/metadata.name': 'shop', 'pod-security.kubernetes.io/enforce': 'baseline' },
    annotations: { team: 'shop' },
  },
};

test('one that lives keeps no label but those that the bundle gives it', async () => {
  const attempts = await attemptsOf(await unit('defaultNamespace: shop\nnamespaceLabels: { tier: web }'), {
    desired: [map],
    live: [live],
  });
  assert.deepEqual(told(attempts), ['0 apply ConfigMap/a', '1 put Namespace/shop']);
  assert.deepEqual(attempts[1]?.object.metadata, {
    name: 'shop',
    labels: { 'kubernetes.io/metadata.name': 'shop', tier: 'web' },
    annotations: { team: 'shop' },
  });
});

test('one that lives is not touched by a bundle that gives it nothing', async () => {
  const attempts = await attemptsOf(await unit('defaultNamespace: shop'), { desired: [map], live: [live] });
  assert.deepEqual(told(attempts), ['0 apply ConfigMap/a']);
});

test('labels of the target for another cluster count, too', async () => {
  const fleetYaml =
    'defaultNamespace: shop\ntargetCustomizations: [{ clusterName: prod }, { clusterName: x, namespaceLabels: { a: b } }]';
  const attempts = await attemptsOf(await unit(fleetYaml), { desired: [map], live: [live] });
  assert.deepEqual(told(attempts), ['0 apply ConfigMap/a', '1 put Namespace/shop']);
});

test('a forced namespace takes no object of the whole cluster', async () => {
  const role: KubeObject = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'r' },
  };
  const attempts = await attemptsOf(await unit('namespace: shop'), { desired: [role, map], live: [live] });
  assert.deepEqual(told(attempts), ['0 apply ConfigMap/a', '1 refuse ClusterRole/r']);
});

test('what a namespace loses by that is told', async () => {
  const one = await unit('defaultNamespace: shop\nnamespaceLabels: { tier: web }');
  const [put] = (await attemptsOf(one, { desired: [map], live: [live] })).slice(-1);
  const outcomes = [{ before: live, after: put?.object, applied: true }];
  assert.deepEqual(reconciler().notes(one, outcomes), [
    'The namespace shop keeps only the labels and annotations that the bundle gives it: pod-security.kubernetes.io/enforce go from it.',
  ]);
  assert.deepEqual(reconciler().notes(one, [{ before: live, after: live, applied: true }]), []);
});
