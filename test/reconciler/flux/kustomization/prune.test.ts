import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { KubeObject } from '../../../../src/object/kube-object.ts';
import type { Pruning } from '../../../../src/reconciler/attempt.ts';
import { inventoryOf } from '../../../../src/reconciler/flux/kustomization/apply/inventory.ts';
import { pruningOf } from '../../../../src/reconciler/flux/kustomization/apply/prune.ts';
import { kustomizationOf, owned, type Shape } from './kustomization-unit.ts';

const held = [{ id: 'web_settings__ConfigMap', v: 'v1' }];

function settings(metadata: Readonly<Record<string, Readonly<Record<string, string>>>> = {}): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: 'web', labels: owned, ...metadata },
  };
}

function leaving(shape: Shape, object = settings()): Pruning | undefined {
  return pruningOf(kustomizationOf({ ...shape, live: { inventory: held, ...shape.live } }), object, false);
}

function going(shape: Shape): Pruning | undefined {
  const live = { inventory: held, ...shape.live };
  return pruningOf(kustomizationOf({ ...shape, live }), settings(), true);
}

test('The ids of an inventory name group, kind, namespace and name, also of cluster scope and with colons', () => {
  const entries = [
    ...held,
    { id: '_system__node-reader_rbac.authorization.k8s.io_ClusterRole', v: 'v1' },
    { id: 'web_api_apps_Deployment', v: 'v1' },
  ];
  assert.deepEqual(inventoryOf(kustomizationOf({ live: { inventory: entries } })), {
    kind: 'objects',
    objects: [
      { group: '', kind: 'ConfigMap', namespace: 'web', name: 'settings' },
      {
        group: 'rbac.authorization.k8s.io',
        kind: 'ClusterRole',
        namespace: '',
        name: 'system:node-reader',
      },
      { group: 'apps', kind: 'Deployment', namespace: 'web', name: 'api' },
    ],
  });
});

test('A Kustomization that was never applied, or is not there yet, holds nothing', () => {
  const none = { kind: 'objects', objects: [] };
  assert.deepEqual(inventoryOf(kustomizationOf({ live: { inventory: null } })), none);
  assert.deepEqual(inventoryOf(kustomizationOf({ live: null })), none);
});

test('One that may live and was not seen has an inventory that nobody read', () => {
  const unseen = inventoryOf(kustomizationOf({ live: null, unseen: true }));
  assert.ok(unseen.kind === 'gap');
  assert.equal(unseen.gap.kind, 'inventory-unreadable');
});

test('Without a cluster in which it could be read its inventory is a gap, and so is one that cannot be read', () => {
  const home = { cluster: undefined, namespace: 'flux-system' };
  const unread = inventoryOf(kustomizationOf({ live: null, home }));
  assert.ok(unread.kind === 'gap');
  assert.equal(unread.gap.kind, 'no-cluster');
  const broken = inventoryOf(kustomizationOf({ live: { inventory: [...held, { id: 'oops', v: 'v1' }] } }));
  assert.ok(broken.kind === 'gap');
  assert.equal(broken.gap.kind, 'inventory-unreadable');
});

test('What leaves is deleted while the Kustomization prunes, and dropped for good while it does not', () => {
  assert.equal(leaving({}), 'deleted');
  assert.equal(leaving({ spec: { prune: false } }), 'orphaned');
});

test('What is not in the inventory, or bears the labels of another, is not the unit’s', () => {
  assert.equal(leaving({ live: { inventory: [] } }), undefined);
  const other = { ...owned, 'kustomize.toolkit.fluxcd.io/name': 'other' };
  assert.equal(leaving({}, settings({ labels: other })), undefined);
});

test('Without owner labels it is left alone and forgotten', () => {
  assert.equal(leaving({}, settings({ labels: {} })), 'orphaned');
});

test('The live object opts out of being pruned by a label or an annotation, in any case of letters', () => {
  const flux = 'kustomize.toolkit.fluxcd.io';
  assert.equal(leaving({}, settings({ annotations: { [`${flux}/prune`]: 'Disabled' } })), 'orphaned');
  assert.equal(leaving({}, settings({ labels: { ...owned, [`${flux}/prune`]: 'disabled' } })), 'orphaned');
  assert.equal(leaving({}, settings({ annotations: { [`${flux}/reconcile`]: 'disabled' } })), 'orphaned');
  const ignored = settings({ annotations: { [`${flux}/ssa`]: 'ignore' } });
  assert.equal(leaving({}, ignored), 'orphaned');
  const older = { versions: { source: 'v1.7.3', kustomize: 'v1.7.3', helm: 'v1.4.0' } };
  assert.equal(leaving({ installation: older }, ignored), 'deleted');
});

test('A Kustomization that goes deletes what its deletion policy says', () => {
  const prunes = { prune: true };
  const keeps = { prune: false };
  assert.equal(going({ spec: prunes }), 'deleted');
  assert.equal(going({ spec: keeps }), 'orphaned');
  assert.equal(going({ spec: { ...keeps, deletionPolicy: 'Delete' } }), 'deleted');
  assert.equal(going({ spec: { ...keeps, deletionPolicy: 'WaitForTermination' } }), 'deleted');
  assert.equal(going({ spec: { ...prunes, deletionPolicy: 'Orphan' } }), 'orphaned');
});

test('One that is suspended, or lacks the finalizer, goes without deleting anything', () => {
  assert.equal(going({ spec: { suspend: true } }), 'orphaned');
  assert.equal(going({ live: { finalizers: [] } }), 'orphaned');
});

test('As it lives counts when it goes, not as Git has it', () => {
  assert.equal(going({ spec: { prune: false }, live: { spec: { prune: true } } }), 'deleted');
});

test('Where prune itself changes with the merge, the new revision may be pruned by the old word or the new', () => {
  assert.equal(
    leaving({ spec: { prune: false }, live: { inventory: held, spec: { prune: true } } }),
    'deleted',
  );
  assert.equal(
    leaving({ spec: { prune: true }, live: { inventory: held, spec: { prune: false } } }),
    'deleted',
  );
});
