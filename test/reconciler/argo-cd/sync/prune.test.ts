import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { inventoryOf } from '../../../../src/reconciler/argo-cd/sync/inventory.ts';
import { pruningOf } from '../../../../src/reconciler/argo-cd/sync/prune.ts';
import { withTracking } from '../../../../src/reconciler/argo-cd/sync/tracking.ts';
import type { Unit } from '../../../../src/reconciler/unit.ts';
import { hook, object, unitOf } from './story.ts';

const options = 'argocd.argoproj.io/sync-options';
const finalizer = 'resources-finalizer.argocd.argoproj.io';

function marked(unit: Unit, what: KubeObject): KubeObject {
  return withTracking(unit, [{ object: what, origin: undefined }])[0]?.object ?? what;
}

function leaves(unit: Unit, what: KubeObject, isForbidden = false): string | undefined {
  return pruningOf(unit, { object: marked(unit, what), gone: false, isForbidden });
}

function goes(unit: Unit, what: KubeObject, isForbidden = false): string | undefined {
  return pruningOf(unit, { object: marked(unit, what), gone: true, isForbidden });
}

const optioned = (option: string): KubeObject =>
  object('ConfigMap/a', { annotations: { [options]: option } });
const definition = object('CustomResourceDefinition/a.b', {
  apiVersion: 'apiextensions.k8s.io/v1',
  namespace: '',
});
const kept = object('ConfigMap/a', { annotations: { 'helm.sh/resource-policy': 'keep' } });

test('What leaves the declaration is deleted only by an automated sync that prunes', () => {
  const map = object('ConfigMap/a');
  const pruning = unitOf({ syncPolicy: { automated: { prune: true } } });
  assert.equal(leaves(pruning, map), 'deleted');
  assert.equal(leaves(unitOf({ syncPolicy: { automated: {} } }), map), 'unpruned');
  assert.equal(leaves(unitOf(), map), 'unpruned');
  assert.equal(
    leaves(unitOf({ syncPolicy: { automated: { prune: true, enabled: false } } }), map),
    'unpruned',
  );
  // An ApplicationSet that rolls out turns the automation off, and prunes all the same.
  const rolling = { settings: { rolling: { step: 1, of: 2 } } };
  assert.equal(
    leaves(unitOf({ ...rolling, syncPolicy: { automated: { prune: true, enabled: false } } }), map),
    'deleted',
  );
});

test('What bears no mark of the unit is not its to prune', () => {
  const pruning = unitOf({ syncPolicy: { automated: { prune: true } } });
  const foreign = { object: object('ConfigMap/a'), gone: false, isForbidden: false };
  assert.equal(pruningOf(pruning, foreign), undefined);
});

test('The object’s own word goes before the Application’s', () => {
  const automated = { prune: true };
  const pruning = unitOf({ syncPolicy: { automated } });
  const sparing = unitOf({ syncPolicy: { automated, syncOptions: ['Prune=false'] } });
  assert.equal(leaves(pruning, optioned('Prune=false')), 'unpruned');
  assert.equal(leaves(sparing, object('ConfigMap/a')), 'unpruned');
  assert.equal(leaves(sparing, optioned('Prune=true')), 'deleted');
  // Before v3.4 an Application has no say in it.
  const older = {
    syncPolicy: { automated, syncOptions: ['Prune=false'] },
    installation: { version: 'v3.3.9' },
  };
  assert.equal(leaves(unitOf(older), object('ConfigMap/a')), 'deleted');
  assert.equal(leaves(unitOf(older), optioned('Prune=false')), 'unpruned');
  assert.equal(leaves(pruning, optioned('Prune=confirm')), 'deleted');
  // Helm's word counts only when the Application goes.
  assert.equal(leaves(pruning, kept), 'deleted');
});

test('Argo CD loses sight of definitions, hooks, and kinds that it must not see', () => {
  const pruning = unitOf({ syncPolicy: { automated: { prune: true } } });
  assert.equal(leaves(pruning, definition), 'orphaned');
  assert.equal(leaves(pruning, hook('Job/a', 'PreSync')), 'orphaned');
  assert.equal(leaves(pruning, hook('ConfigMap/a', 'Skip')), 'orphaned');
  assert.equal(leaves(pruning, object('Event/a')), 'orphaned');
  assert.equal(leaves(pruning, object('ConfigMap/a'), true), 'orphaned');
});

test('An Application that goes takes along what it deployed only with the finalizer for it', () => {
  const map = object('ConfigMap/a');
  const cascading = unitOf({ application: { finalizers: [finalizer] } });
  assert.equal(goes(cascading, map), 'deleted');
  assert.equal(goes(unitOf(), map), 'orphaned');
  // The finalizers that count are those of the live Application.
  assert.equal(goes(unitOf({ application: { finalizers: [finalizer] }, live: {} }), map), 'orphaned');
  assert.equal(goes(unitOf({ live: { finalizers: [`${finalizer}/background`] } }), map), 'deleted');
  const after = (...finalizers: readonly string[]) =>
    goes(unitOf({ live: { finalizers: [...finalizers] } }), map);
  assert.equal(after(`${finalizer}/foreground`), 'deleted');
  assert.equal(after('pre-delete-finalizer.argocd.argoproj.io', `${finalizer}x`), 'orphaned');
});

test('Even then some objects stay', () => {
  const cascading = unitOf({ application: { finalizers: [finalizer] } });
  assert.equal(goes(cascading, definition), 'orphaned');
  assert.equal(goes(cascading, kept), 'orphaned');
  assert.equal(goes(cascading, optioned('Delete=false')), 'orphaned');
  assert.equal(goes(cascading, optioned('Delete=confirm')), 'deleted');
  assert.equal(goes(cascading, optioned('Prune=false')), 'deleted');
  const sparing = { application: { finalizers: [finalizer] }, syncPolicy: { syncOptions: ['Delete=false'] } };
  const older = { ...sparing, installation: { version: 'v3.3.9' } };
  const map = object('ConfigMap/a');
  assert.deepEqual([goes(unitOf(sparing), map), goes(unitOf(older), map)], ['orphaned', 'deleted']);
  assert.equal(goes(cascading, object('ConfigMap/a'), true), 'orphaned');
  const itself = object('Application/shop', { apiVersion: 'argoproj.io/v1alpha1', namespace: 'argocd' });
  assert.equal(goes(cascading, itself), 'orphaned');
  const lost = { application: { finalizers: [finalizer] }, settings: { destination: null } };
  assert.equal(goes(unitOf(lost), object('ConfigMap/a')), 'orphaned');
  const unseen = { ...lost, settings: { destination: null, destinationKnown: false } };
  assert.equal(goes(unitOf(unseen), object('ConfigMap/a')), 'deleted');
});

test('The inventory is what the live Application lists', () => {
  const resources = [{ group: '', kind: 'ConfigMap', namespace: 'shop', name: 'a' }];
  assert.deepEqual(inventoryOf(unitOf({ live: { resources } })), { kind: 'objects', objects: resources });
  assert.deepEqual(inventoryOf(unitOf()), { kind: 'objects', objects: [] });
  const homeless = { ...unitOf(), home: { cluster: undefined, namespace: 'argocd' } };
  const gap = inventoryOf(homeless);
  assert.ok(gap.kind === 'gap');
  assert.equal(gap.gap.kind, 'no-cluster');
});
