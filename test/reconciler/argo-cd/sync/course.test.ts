import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { words } from '../../../../src/object/masked.ts';
import { argoUnit } from '../../../../src/reconciler/argo-cd/application.ts';
import { automated, course } from './courses.ts';
import { hook, inWave, object, unitOf } from './story.ts';

const inSync = 'nothing that Argo CD compares differs, so it starts no sync';
const [a, b] = [object('ConfigMap/a'), object('ConfigMap/b')];
const job = hook('Job/before', 'PreSync');

test('A manual sync does all that is declared, in sync or not', async () => {
  assert.deepEqual(await course(unitOf(), { desired: [a, job], live: [a], differing: [] }), [
    'Job/before as-said',
    'ConfigMap/a as-said',
  ]);
});

test('An automated sync starts only where something is out of sync, and then does all', async () => {
  const tale = { desired: [a, b, job], live: [a, b] };
  assert.deepEqual(await course(automated(), { ...tale, differing: [] }), [
    `Job/before skipped: ${inSync}`,
    `ConfigMap/a skipped: ${inSync}`,
    `ConfigMap/b skipped: ${inSync}`,
  ]);
  const all = ['Job/before as-said', 'ConfigMap/a as-said', 'ConfigMap/b as-said'];
  assert.deepEqual(await course(automated(), { ...tale, differing: ['b'] }), all);
  assert.deepEqual(await course(automated(), { ...tale, live: [a], differing: [] }), all);
  assert.deepEqual(await course(automated({ policy: { enabled: false } }), { ...tale, differing: [] }), all);
});

test('Only a prune that IgnoreExtraneous does not hide starts a sync', async () => {
  const unit = automated({ policy: { prune: true } });
  const hidden = object('Secret/x', {
    annotations: { 'argocd.argoproj.io/compare-options': 'IgnoreExtraneous' },
  });
  const tale = { desired: [a], live: [a], differing: [] };
  assert.deepEqual(await course(unit, { ...tale, leaving: [object('Secret/x')] }), [
    'Secret/x as-said',
    'ConfigMap/a as-said',
  ]);
  assert.deepEqual(await course(unit, { ...tale, leaving: [hidden] }), [
    `Secret/x skipped: ${inSync}`,
    `ConfigMap/a skipped: ${inSync}`,
  ]);
});

test('A namespace that only CreateNamespace makes starts no sync', async () => {
  const unit = automated({ options: ['CreateNamespace=true'] });
  assert.deepEqual(await course(unit, { desired: [a], live: [a], differing: [] }), [
    `Namespace/shop skipped: ${inSync}`,
    `ConfigMap/a skipped: ${inSync}`,
  ]);
});

test('ApplyOutOfSyncOnly leaves what is in sync alone', async () => {
  const unit = automated({ options: ['ApplyOutOfSyncOnly=true'] });
  assert.deepEqual(await course(unit, { desired: [a, b, job], live: [a, b], differing: ['b'] }), [
    'Job/before as-said',
    'ConfigMap/a skipped: it is in sync, and ApplyOutOfSyncOnly leaves such objects alone',
    'ConfigMap/b as-said',
  ]);
});

test('A spec that changes syncs no commit anew whose paths the Application does not look at', async () => {
  const { spec: own } = argoUnit(unitOf()).application;
  const spec = { ...own, destination: { name: 'west', namespace: 'shop' } };
  const once = 'this revision was synced before and self-heal is off, so Argo CD starts no sync';
  const moved = (looksAway: boolean, policy = {}) => {
    const live = { syncedRevisions: ['1'.repeat(40)], spec };
    return automated({ settings: { looksAway }, live, policy });
  };
  assert.deepEqual(await course(moved(true), { desired: [a] }), [`ConfigMap/a skipped: ${once}`]);
  assert.deepEqual(await course(moved(true, { selfHeal: true }), { desired: [a] }), ['ConfigMap/a as-said']);
  assert.deepEqual(await course(moved(false), { desired: [a] }), ['ConfigMap/a as-said']);
});

test('A revision that was synced is synced again only by self-heal, without hooks and what is in sync', async () => {
  const again = { settings: { moves: false }, live: { syncedRevisions: ['1'.repeat(40)] } };
  const tale = { desired: [a, b, job], live: [a, b], differing: ['b'] };
  const once = 'this revision was synced before and self-heal is off, so Argo CD starts no sync';
  const none = ['Job/before', 'ConfigMap/a', 'ConfigMap/b'].map((what) => `${what} skipped: ${once}`);
  assert.deepEqual(await course(automated(again), tale), none);
  assert.deepEqual(await course(automated({ ...again, policy: { selfHeal: true } }), tale), [
    'Job/before skipped: self-heal runs no hooks',
    'ConfigMap/a skipped: self-heal touches only what is out of sync',
    'ConfigMap/b as-said',
  ]);
  // Another source at the same revision is another sync.
  const other = { ...again.live, spec: { source: { path: 'elsewhere' } } };
  assert.deepEqual(await course(automated({ ...again, live: other }), tale), [
    'Job/before as-said',
    'ConfigMap/a as-said',
    'ConfigMap/b as-said',
  ]);
});

test('An automated sync does not delete everything unless it may leave nothing', async () => {
  const tale = { desired: [job], leaving: [a, b] };
  const refused =
    'refused: an automated sync that would delete everything is refused, since allowEmpty is not set';
  assert.deepEqual(await course(automated({ policy: { prune: true } }), tale), [
    `Job/before ${refused}`,
    `ConfigMap/a ${refused}`,
    `ConfigMap/b ${refused}`,
  ]);
  const said = ['Job/before as-said', 'ConfigMap/a as-said', 'ConfigMap/b as-said'];
  assert.deepEqual(await course(automated({ policy: { prune: true, allowEmpty: true } }), tale), said);
  // What is declared and left alone is something.
  const skipped = { desired: [hook('Secret/kept', 'Skip'), job], leaving: [a, b] };
  assert.deepEqual(await course(automated({ policy: { prune: true } }), skipped), [
    'Secret/kept as-said',
    ...said,
  ]);
});

test('The rest of a step lands beside what fails in it; later steps are not reached', async () => {
  const desired = [
    inWave('ConfigMap/a', 0),
    inWave('ConfigMap/b', 0),
    inWave('ConfigMap/c', 1),
    hook('Job/after', 'PostSync'),
  ];
  assert.deepEqual(await course(automated(), { desired, failing: ['ConfigMap/a'] }), [
    'ConfigMap/a as-said',
    'ConfigMap/b as-said',
    'ConfigMap/c not-reached after ConfigMap/a',
    'Job/after not-reached after ConfigMap/a',
  ]);
});

test('A prune that fails keeps its step from applying anything', async () => {
  const unit = automated({ policy: { prune: true } });
  assert.deepEqual(
    await course(unit, { desired: [a], leaving: [b, object('Secret/x')], failing: ['ConfigMap/b'] }),
    ['Secret/x as-said', 'ConfigMap/b as-said', 'ConfigMap/a not-reached after ConfigMap/b'],
  );
});

test('Hooks for failures run when the sync fails, and only then', async () => {
  const desired = [a, hook('Job/rescue', 'SyncFail')];
  assert.deepEqual(await course(automated(), { desired }), [
    'ConfigMap/a as-said',
    'Job/rescue skipped: this hook runs only when the sync fails',
  ]);
  assert.deepEqual(await course(automated(), { desired, failing: ['ConfigMap/a'] }), [
    'ConfigMap/a as-said',
    'Job/rescue as-said',
  ]);
});

test('A kind that nobody serves ends the whole sync, prunes included, unless its definition is in it', async () => {
  const unit = automated({ policy: { prune: true } });
  const widget = (annotations: Record<string, string> = {}): KubeObject =>
    inWave('Widget/w', 3, { apiVersion: 'example.test/v1', annotations });
  const tale = { leaving: [object('Secret/x')], unserved: ['Widget/w'] };
  assert.deepEqual(await course(unit, { ...tale, desired: [a, widget()] }), [
    'Secret/x not-reached after Widget/w',
    'ConfigMap/a not-reached after Widget/w',
    'Widget/w as-said',
  ]);
  const late = ['Secret/x as-said', 'ConfigMap/a as-said', 'Widget/w as-said'];
  const spared = widget({ 'argocd.argoproj.io/sync-options': 'SkipDryRunOnMissingResource=true' });
  assert.deepEqual(await course(unit, { ...tale, desired: [a, spared] }), late);
  const syncOptions = ['SkipDryRunOnMissingResource=true'];
  const sparing = unitOf({ syncPolicy: { automated: { prune: true }, syncOptions } });
  assert.deepEqual(await course(sparing, { ...tale, desired: [a, widget()] }), late);
  const definition = object('CustomResourceDefinition/widgets.example.test', {
    apiVersion: 'apiextensions.k8s.io/v1',
    namespace: '',
    rest: { spec: { group: 'example.test', names: { kind: 'Widget' } } },
  });
  assert.deepEqual(await course(unit, { ...tale, desired: [a, definition, widget()] }), [
    'Secret/x as-said',
    'ConfigMap/a as-said',
    'CustomResourceDefinition/widgets.example.test as-said',
    'Widget/w as-said',
  ]);
});

test('What the project forbids ends the whole sync', async () => {
  const forbids = (what: KubeObject) => (what.kind === 'Secret' ? words`not permitted` : undefined);
  assert.deepEqual(await course(unitOf(), { desired: [a, object('Secret/x')], rules: { forbids } }), [
    'Secret/x as-said',
    'ConfigMap/a not-reached after Secret/x',
  ]);
});

test('What may not even be read ends the whole sync before it starts', async () => {
  const tale = { desired: [a, object('Secret/x')], leaving: [object('Service/old')], unread: ['Secret/x'] };
  assert.deepEqual((await course(automated({ policy: { prune: true } }), tale)).toSorted(), [
    'ConfigMap/a not-reached after Secret/x',
    'Secret/x as-said',
    'Service/old not-reached after Secret/x',
  ]);
});

test('A deletion to be confirmed halts the sync at its step', async () => {
  const asked = inWave('Secret/x', 1, {
    annotations: { 'argocd.argoproj.io/sync-options': 'Prune=confirm' },
  });
  const desired = [inWave('ConfigMap/a', 0), inWave('ConfigMap/b', 1), inWave('ConfigMap/c', 2)];
  const waits = 'skipped: the sync waits here until a person confirms the deletion (Prune=confirm)';
  assert.deepEqual(await course(automated({ policy: { prune: true } }), { desired, leaving: [asked] }), [
    'ConfigMap/a as-said',
    `Secret/x ${waits}`,
    `ConfigMap/b ${waits}`,
    `ConfigMap/c ${waits}`,
  ]);
});

test('Of an Application that is not valid nothing is compared, and nothing applied', async () => {
  const invalid = words`its project forbids the destination`;
  assert.deepEqual(await course(automated(), { desired: [a], comparing: { invalid } }), [
    'ConfigMap/a refused: its project forbids the destination',
  ]);
});
