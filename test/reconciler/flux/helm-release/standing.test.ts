import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { kind, living, object, owned, releaseOf, unitOf, type Parts } from './story.ts';

const keep = { 'helm.sh/resource-policy': 'keep' };

function pruned(parts: Parts, what: KubeObject, gone = false): string | undefined {
  return kind().prune(unitOf(parts), what, gone);
}

const other = { chartVersion: '0.9.0' };
const release = releaseOf([object('ConfigMap/a'), object('ConfigMap/b', {}, keep)], other);

test('An upgrade deletes what the old manifest had, unless the live object says that it stays', () => {
  assert.equal(pruned({ release }, living(owned('ConfigMap/a'))), 'deleted');
  assert.equal(pruned({ release }, living(owned('ConfigMap/a', {}, keep))), 'orphaned');
  assert.equal(pruned({ release }, living(owned('ConfigMap/b'))), 'deleted');
  assert.equal(pruned({ release }, living(owned('ConfigMap/c'))), undefined);
  assert.equal(pruned({}, living(owned('ConfigMap/a'))), undefined);
});

test('An uninstall keeps what the stored manifest marks, whatever lives', () => {
  assert.equal(pruned({ release }, living(owned('ConfigMap/a', {}, keep)), true), 'deleted');
  assert.equal(pruned({ release }, living(owned('ConfigMap/b')), true), 'orphaned');
});

test('A HelmRelease that is suspended or has no finalizer leaves all behind', () => {
  const suspended = { release, live: { spec: { suspend: true } } };
  assert.equal(pruned(suspended, living(owned('ConfigMap/a')), true), 'orphaned');
  const bare = { release, live: { finalizers: [] } };
  assert.equal(pruned(bare, living(owned('ConfigMap/a')), true), 'orphaned');
});

test('Hooks and definitions of crds/ are never deleted for leaving', () => {
  const hook = object('Job/h', {}, { 'helm.sh/hook': 'pre-install' });
  assert.equal(pruned({ release }, living(hook)), 'orphaned');
  assert.equal(pruned({ release }, hook), undefined);
  assert.equal(pruned({ release }, living(object('CustomResourceDefinition/w')), true), 'orphaned');
  const templated = releaseOf([object('CustomResourceDefinition/w')], other);
  assert.equal(pruned({ release: templated }, living(owned('CustomResourceDefinition/w'))), 'deleted');
});

test('What only a failed run made is left behind by the next upgrade', () => {
  const failed = { ...releaseOf([object('ConfigMap/new')], { status: 'failed' }), startsFrom: release };
  assert.equal(pruned({ release: failed }, living(owned('ConfigMap/new'))), 'orphaned');
  assert.equal(pruned({ release: failed }, living(owned('ConfigMap/a'))), 'deleted');
  const inventory = kind().inventory(unitOf({ release: failed }));
  assert.ok(inventory.kind === 'objects');
  assert.deepEqual(
    inventory.objects.map(({ name }) => name),
    ['a', 'b', 'new'],
  );
});

test('The inventory has what the manifest has, in its namespaces, and the definitions that the status lists', () => {
  const { namespace: _, ...metadata } = object('ConfigMap/a').metadata;
  const manifest = [{ ...object('ConfigMap/a'), metadata }, object('ClusterRole/r'), object('Widget/w')];
  const bare = manifest.map((each) => ({ ...each, metadata: { name: each.metadata.name } }));
  const status = {
    storageNamespace: 'web',
    inventory: {
      entries: [
        { id: '_w_example.com_Widget', v: 'v1' },
        { id: '_widgets.example.com_apiextensions.k8s.io_CustomResourceDefinition', v: 'v1' },
      ],
    },
  };
  const inventory = kind().inventory(unitOf({ release: releaseOf(bare), live: { status } }));
  assert.ok(inventory.kind === 'objects');
  assert.deepEqual(
    inventory.objects.map((each) => `${each.kind} ${each.namespace}/${each.name}`),
    ['ConfigMap web/a', 'ClusterRole /r', 'Widget /w', 'CustomResourceDefinition /widgets.example.com'],
  );
});

test('What was applied is the manifest with Helm’s marks; a record that cannot be read is a gap', () => {
  const applied = kind().applied(unitOf({ release: releaseOf([object('ConfigMap/a')]) }));
  assert.deepEqual(applied, { kind: 'objects', objects: [owned('ConfigMap/a')] });
  const unread = unitOf({ rest: { releaseUnread: 'it cannot be unzipped' } });
  const gaps = [kind().applied(unread), kind().inventory(unread)].map((each) =>
    each.kind === 'gap' ? `${each.gap.kind}: ${each.gap.why}` : '',
  );
  assert.deepEqual(gaps, [
    'applied-unreadable: its release record cannot be read: it cannot be unzipped',
    'inventory-unreadable: its release record cannot be read: it cannot be unzipped',
  ]);
});
