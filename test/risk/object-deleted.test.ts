import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Action, Comparison } from '../../src/diff/change.ts';
import { withHandOvers } from '../../src/diff/handed-over.ts';
import type { JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { createMask } from '../../src/object/mask.ts';
import { objectDeleted } from '../../src/risk/rules/object-deleted.ts';
import { configMap, object } from '../diff/objects.ts';
import { brief, compared, judge, recorded, subject } from './subjects.ts';

function severityOf(apiVersion: string, kind: string, rest: JsonObject = {}): string | undefined {
  return judge(objectDeleted, subject(compared([object(apiVersion, kind, rest)], [])), [])[0]?.severity;
}

test('what takes other things with it needs an approval', () => {
  const precious = [
    ['v1', 'Namespace'],
    ['v1', 'PersistentVolumeClaim'],
    ['v1', 'PersistentVolume'],
    ['v1', 'Secret'],
    ['apps/v1', 'StatefulSet'],
    ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
  ] as const;
  for (const [apiVersion, kind] of precious) assert.equal(severityOf(apiVersion, kind), 'block', kind);
  for (const kind of ['ConfigMap', 'Service']) assert.equal(severityOf('v1', kind), 'warn', kind);
  assert.equal(severityOf('example.com/v1', 'Namespace'), 'warn');
});

test('a nested unit is weighed by whether it takes its content with it', () => {
  const finalizers = ['resources-finalizer.argocd.argoproj.io'];
  assert.equal(severityOf('argoproj.io/v1alpha1', 'Application', { metadata: { finalizers } }), 'block');
  assert.equal(severityOf('argoproj.io/v1alpha1', 'Application'), 'warn');
  const foreign = { metadata: { finalizers: ['resources-finalizer.argocd.argoproj.io/other'] } };
  assert.equal(severityOf('argoproj.io/v1alpha1', 'Application', foreign), 'warn');
  const flux = 'kustomize.toolkit.fluxcd.io/v1';
  assert.equal(severityOf(flux, 'Kustomization', { spec: { prune: true } }), 'block');
  assert.equal(severityOf(flux, 'Kustomization', { spec: { prune: false } }), 'warn');
});

function ending(action: Action): Comparison {
  const [comparison] = compared([configMap({ a: '1' })], []);
  assert.ok(comparison);
  return { ...comparison, change: { ...comparison.change, action } };
}

test('each way of leaving is told in its own words', () => {
  const titles = (['deleted', 'recreated', 'orphaned', 'unpruned', 'handed-over'] as const).map(
    (action) => judge(objectDeleted, subject([ending(action)]))[0]?.title ?? '',
  );
  assert.equal(new Set(titles).size, 5);
  for (const title of titles) assert.match(title, /^ConfigMap `shop\/web` /);
  for (const action of ['unchanged', 'configured', 'refused', 'gap', 'skipped'] as const) {
    assert.deepEqual(judge(objectDeleted, subject([ending(action)])), []);
  }
});

test('what comes back empty needs an approval also where another unit takes it over from one that prunes', () => {
  const handedOver = (of: KubeObject, pruning: 'deleted' | 'orphaned') => {
    const [comparison] = compared([of], []);
    assert.ok(comparison);
    const gone = { ...comparison, change: { ...comparison.change, action: pruning } };
    const { namespace } = comparison.change.object;
    const taken = { ...of, metadata: { ...of.metadata, namespace } };
    const taker = { unit: 'apps/new', cluster: undefined, objects: [taken] };
    const placed = [{ unit: 'apps/shop', cluster: undefined, objects: [], comparisons: [gone] }];
    const [after] = withHandOvers(placed, [taker], createMask());
    assert.equal(after?.comparisons[0]?.change.action, 'handed-over');
    return judge(objectDeleted, subject(after.comparisons))[0]?.severity;
  };
  const emptied = [
    ['v1', 'Namespace'],
    ['v1', 'PersistentVolumeClaim'],
    ['v1', 'PersistentVolume'],
    ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
  ] as const;
  for (const [apiVersion, kind] of emptied) {
    assert.equal(handedOver(object(apiVersion, kind), 'deleted'), 'block', kind);
    assert.equal(handedOver(object(apiVersion, kind), 'orphaned'), 'warn', kind);
  }
  assert.equal(handedOver(configMap({ a: '1' }), 'deleted'), 'warn');
  assert.equal(handedOver(object('apps/v1', 'StatefulSet'), 'deleted'), 'warn');
});

test('what is told of a deletion is true also of a unit that does not prune', () => {
  const [finding] = judge(objectDeleted, subject([ending('deleted')]));
  assert.equal(finding?.detail, 'Head no longer declares it.');
  assert.doesNotMatch(finding.advice, /prun/);
});

test('an Application that goes without its finalizer is told with what stays', () => {
  const told = (finalizers: readonly string[]): string | undefined => {
    const gone = object('argoproj.io/v1alpha1', 'Application', { metadata: { finalizers } });
    return judge(objectDeleted, subject(compared([gone], [])))[0]?.detail;
  };
  assert.match(
    told([]) ?? '',
    /^Head no longer declares it\. It has no finalizer that deletes: what it deployed stays/,
  );
  assert.equal(
    told(['resources-finalizer.argocd.argoproj.io']),
    'Its finalizer deletes everything that it deployed.',
  );
});

test('an object that is made again is told, also where its content is not disclosed', () => {
  const { before, ...rest } = ending('recreated');
  assert.deepEqual(brief(judge(objectDeleted, subject([{ ...rest, before: undefined, after: before }]))), [
    'warn ConfigMap/web',
  ]);
});

test('how many objects a deleted definition takes with it is told and not bound', () => {
  const crd = object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', {
    spec: { group: 'x.y', names: { kind: 'Db' } },
  });
  const of = subject(compared([crd], []));
  const [none] = judge(objectDeleted, of, []);
  const [two] = judge(objectDeleted, of, [
    object('x.y/v1', 'Db'),
    object('x.y/v1', 'Db', { metadata: { name: 'b' } }),
  ]);
  assert.match(two?.detail ?? '', /There are 2 now/);
  assert.ok(none && two);
  assert.equal(none.fingerprint, two.fingerprint);
});

test('real removals are found: B5, B3', () => {
  const found = brief(judge(objectDeleted, recorded('B3', 'charts/monitoring-config')));
  assert.deepEqual(found, [
    'warn Application/alertmanager-oauth2-proxy',
    'warn Application/kube-prometheus-stack',
    'warn Application/prometheus-oauth2-proxy',
  ]);
});
