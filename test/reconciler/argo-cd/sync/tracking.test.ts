import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, type JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { isTracked, withTracking } from '../../../../src/reconciler/argo-cd/sync/tracking.ts';
import { hook, object, unitOf, type UnitOptions } from './story.ts';

const id = 'argocd.argoproj.io/tracking-id';
const installation = 'argocd.argoproj.io/installation-id';
const label = 'app.kubernetes.io/instance';

function tracked(what: KubeObject, options: UnitOptions = {}): KubeObject {
  const [only] = withTracking(unitOf(options), [{ object: what, origin: undefined }]);
  assert.ok(only !== undefined);
  return only.object;
}

function marks(what: KubeObject, options: UnitOptions = {}): JsonObject {
  const { annotations = {}, labels = {} } = tracked(what, options).metadata;
  return { annotations, labels };
}

test('The id names the Application, the kind, the namespace and the name', () => {
  const table: readonly (readonly [KubeObject, string])[] = [
    [object('ConfigMap/a'), 'shop:/ConfigMap:shop/a'],
    [object('Deployment/a', { apiVersion: 'apps/v1', namespace: 'other' }), 'shop:apps/Deployment:other/a'],
    // Of a cluster-scoped object it is the destination's.
    [
      object('ClusterRole/a', { apiVersion: 'rbac.authorization.k8s.io/v1', namespace: '' }),
      'shop:rbac.authorization.k8s.io/ClusterRole:shop/a',
    ],
    [hook('Job/migrate', 'PreSync'), 'shop:/Job:shop/migrate'],
  ];
  for (const [what, wanted] of table) {
    assert.equal(at(tracked(what), 'metadata', 'annotations', id), wanted);
  }
});

test('An Application outside of the control plane’s namespace is named with its own', () => {
  const options = { application: { namespace: 'team' } };
  assert.equal(
    at(tracked(object('ConfigMap/a'), options), 'metadata', 'annotations', id),
    'team_shop:/ConfigMap:shop/a',
  );
});

test('Definitions bear no mark, so that no prune finds them', () => {
  const definition = object('CustomResourceDefinition/a.example.test', {
    apiVersion: 'apiextensions.k8s.io/v1',
    namespace: '',
  });
  assert.equal(tracked(definition), definition);
});

test('The method says whether the annotation, the label or both are set', () => {
  const what = object('ConfigMap/a', { annotations: { mine: 'yes' } });
  const annotations = { mine: 'yes', [id]: 'shop:/ConfigMap:shop/a' };
  const labels = { [label]: 'shop' };
  const by = (trackingMethod: 'annotation' | 'label' | 'annotation+label') =>
    marks(what, { installation: { trackingMethod } });
  assert.deepEqual(by('annotation'), { annotations, labels: {} });
  assert.deepEqual(by('label'), { annotations: { mine: 'yes' }, labels });
  assert.deepEqual(by('annotation+label'), { annotations, labels });
});

test('A label beside the annotation is cut to what fits, a label alone is not', () => {
  const name = `${'a'.repeat(61)}-.${'b'.repeat(10)}`;
  const labelBy = (trackingMethod: 'label' | 'annotation+label') =>
    at(
      tracked(object('ConfigMap/a'), { application: { name }, installation: { trackingMethod } }),
      'metadata',
      'labels',
      label,
    );
  assert.equal(labelBy('annotation+label'), 'a'.repeat(61));
  assert.equal(labelBy('label'), name);
});

test('The id of the installation is set, or taken away where there is none', () => {
  const copied = object('ConfigMap/a', { annotations: { [installation]: 'theirs' } });
  const idIn = (options: UnitOptions) =>
    at(tracked(copied, options), 'metadata', 'annotations', installation);
  assert.equal(idIn({ installation: { installationId: 'ours' } }), 'ours');
  assert.equal(idIn({}), undefined);
});

test('A live object is the unit’s when it bears the unit’s mark, and the mark is its own', () => {
  const bears = (
    text: string,
    more: Readonly<Record<string, string>> = {},
    rest: JsonObject = {},
  ): KubeObject => {
    const made = object('ConfigMap/a', { annotations: { [id]: text, ...more } });
    return { ...made, metadata: { ...made.metadata, ...rest } };
  };
  const own = 'shop:/ConfigMap:shop/a';
  const table: readonly (readonly [string, KubeObject, boolean])[] = [
    ['its own mark', bears(own), true],
    ['no mark', object('ConfigMap/a'), false],
    ['another Application’s', bears('other:/ConfigMap:shop/a'), false],
    ['a copied one: another name', bears('shop:/ConfigMap:shop/b'), false],
    ['a copied one: another namespace', bears('shop:/ConfigMap:test/a'), false],
    ['a copied one: another kind', bears('shop:/Secret:shop/a'), false],
    ['no mark that can be read', bears('shop'), false],
    ['of another installation', bears(own, { [installation]: 'theirs' }), false],
    ['made by another object', bears(own, {}, { ownerReferences: [{ kind: 'X', name: 'x' }] }), false],
  ];
  for (const [title, live, wanted] of table) assert.equal(isTracked(unitOf(), live), wanted, title);
});

test('A cluster-scoped object keeps its mark whatever namespace stands in it', () => {
  const role = object('ClusterRole/a', {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    namespace: '',
    annotations: { [id]: 'shop:rbac.authorization.k8s.io/ClusterRole:elsewhere/a' },
  });
  assert.equal(isTracked(unitOf(), role), true);
});

test('By label alone, whoever bears the name is the unit’s', () => {
  const made = object('ConfigMap/copy');
  const copy = { ...made, metadata: { ...made.metadata, labels: { [label]: 'shop' } } };
  assert.equal(isTracked(unitOf({ installation: { trackingMethod: 'label' } }), copy), true);
  assert.equal(isTracked(unitOf(), copy), false);
});

test('What is marked is recognized, in every method', () => {
  for (const trackingMethod of ['annotation', 'label', 'annotation+label'] as const) {
    const options = { installation: { trackingMethod, installationId: 'ours' } };
    assert.equal(isTracked(unitOf(options), tracked(object('Secret/a'), options)), true, trackingMethod);
  }
});

test('Only the legacy label is written into the template of a workload too', () => {
  const templateOf = (what: string, apiVersion: string, instanceLabelKey: string): unknown => {
    const template = { metadata: { labels: { app: 'a' } }, spec: {} };
    const made = tracked(object(what, { apiVersion, rest: { spec: { template } } }), {
      installation: { trackingMethod: 'label', instanceLabelKey },
    });
    assert.equal(at(made, 'metadata', 'labels', instanceLabelKey), 'shop');
    return at(made, 'spec', 'template', 'metadata', 'labels');
  };
  const legacy = 'applications.argoproj.io/app-name';
  for (const kind of ['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet']) {
    assert.deepEqual(templateOf(`${kind}/a`, 'apps/v1', legacy), { app: 'a', [legacy]: 'shop' });
  }
  assert.deepEqual(templateOf('Job/a', 'batch/v1', legacy), { app: 'a', [legacy]: 'shop' });
  assert.deepEqual(templateOf('CronJob/a', 'batch/v1', legacy), { app: 'a' });
  assert.deepEqual(templateOf('Rollout/a', 'argoproj.io/v1alpha1', legacy), { app: 'a' });
  assert.deepEqual(templateOf('Deployment/a', 'apps/v1', label), { app: 'a' });
});
