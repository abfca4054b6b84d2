import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare } from '../../src/diff/compare.ts';
import { withHandOvers } from '../../src/diff/handed-over.ts';
import { identityOf } from '../../src/object/identity.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { createMask } from '../../src/object/mask.ts';
import { words } from '../../src/object/masked.ts';
import type { Pruning } from '../../src/reconciler/attempt.ts';
import { answer, answers, compareOne, configMap, declared, served } from './objects.ts';

const map = configMap({ a: '1' });

test('an object is created, adopted, configured or unchanged by what is live and what the unit owns', () => {
  const live = served(configMap({ a: '0' }));
  const prediction = served(map);
  const open = { maySee: () => true };
  assert.equal(compareOne({ head: map, prediction }).only.change.action, 'created');
  assert.equal(compareOne({ head: map, live, prediction }, open).only.change.action, 'adopted');
  assert.equal(compareOne({ base: map, head: map, live, prediction }).only.change.action, 'configured');
  assert.equal(
    compareOne({ base: map, head: map, live: prediction, prediction }).only.change.action,
    'unchanged',
  );
  const held = { inventory: { kind: 'objects', objects: [identityOf(map)] } } as const;
  assert.equal(compareOne({ head: map, live, prediction }, held).only.change.action, 'configured');
});

test('an object that is missing although base declares it is unsynced', () => {
  const { change } = compareOne({ base: map, head: map, prediction: served(map) }).only;
  assert.deepEqual([change.action, change.causes], ['created', ['unsynced']]);
  const applied = { kind: 'objects', objects: [map] } as const;
  const deleted = compareOne({ base: map, head: map, prediction: served(map) }, { applied }).only.change;
  assert.deepEqual([deleted.action, deleted.causes], ['created', ['drift']]);
});

test('a refusal tells what base and head declare, and why it is refused', () => {
  const message = words`spec.selector: field is immutable`;
  const { change } = compareOne({
    base: configMap({ a: '0' }),
    head: map,
    live: served(configMap({ a: '0' })),
    prediction: { kind: 'refused', by: 'server', message },
  }).only;
  assert.deepEqual([change.action, change.by, change.message], ['refused', 'server', message]);
  assert.deepEqual(
    change.fields.map(({ path, causes }) => [path, causes.join()]),
    [['.data.a', 'pull-request']],
  );
});

test('a refusal that comes only after a deletion tells both', () => {
  const toldWith = (lost: 'deleted' | 'restored'): readonly (string | undefined)[] => {
    const prediction = { kind: 'refused', by: 'server', message: words`not valid`, lost } as const;
    const { only } = compareOne({ base: map, head: configMap({ a: '2' }), live: served(map), prediction });
    return [only.change.action, only.lost, only.change.message];
  };
  assert.deepEqual(toldWith('deleted'), [
    'refused',
    'deleted',
    'What lives is deleted first, and nothing takes its place: not valid',
  ]);
  assert.deepEqual(toldWith('restored'), [
    'refused',
    'restored',
    'What lives is deleted first, then made anew as it was: not valid',
  ]);
});

test('a workload whose Pods would be refused is refused', () => {
  const refused = { kind: 'refused', by: 'server', message: words`violates PodSecurity` } as const;
  const pod = { prediction: refused, warnings: [], assumes: [] };
  const { comparisons } = compare(
    answers({
      head: [{ ...answer(map, undefined, served(map)), pod }],
      declared: { base: [], head: declared(map) },
    }),
  );
  assert.equal(comparisons[0]?.change.action, 'refused');
  assert.equal(comparisons[0]?.change.message, 'Its Pods would be refused: violates PodSecurity');
});

test('a gap is an action and is listed', () => {
  const gap = {
    kind: 'cluster-timeout',
    unit: 'apps/shop',
    object: identityOf(map),
    why: words`too slow`,
  } as const;
  const { only, gaps } = compareOne({ head: map, prediction: { kind: 'gap', gap } });
  assert.deepEqual([only.change.action, only.change.message, gaps], ['gap', 'too slow', [gap]]);
});

function drop(live: KubeObject | undefined, pruning: Pruning) {
  const delivered = answer(
    map,
    live,
    pruning === 'deleted' ? { kind: 'deleted' } : { kind: 'skipped', why: words`stays` },
  );
  const [declaredMap] = declared(map);
  assert.ok(declaredMap);
  const dropped = [{ declared: declaredMap, pruning, answer: delivered }];
  const { comparisons } = compare(answers({ dropped, declared: { base: declared(map), head: [] } }));
  assert.ok(comparisons[0]);
  return comparisons[0];
}

test('that an object exists already is no refusal where whether it exists was not known', () => {
  const why = words`cluster prod: this credential may not`;
  const gap = { kind: 'cluster-forbidden', unit: undefined, object: identityOf(map), why } as const;
  const refused = { kind: 'refused', by: 'server', message: words`already exists` } as const;
  const attempt = { kind: 'create', object: map, manager: 'deployer', validation: 'Warn', stage: 0 } as const;
  const one = { ...answer(map, undefined, refused), attempt, live: { kind: 'gap', gap } as const };
  const compared = compare(
    answers({ head: [one], declared: { base: [], head: declared(map) }, maySee: () => true }),
  );
  assert.deepEqual(
    compared.comparisons.map(({ change }) => change.action),
    ['gap'],
  );
  assert.deepEqual(compared.gaps, [gap]);
});

test('what head drops is deleted, unpruned or orphaned as its reconciler prunes, if it is there', () => {
  assert.equal(drop(served(map), 'deleted').change.action, 'deleted');
  assert.equal(drop(served(map), 'unpruned').change.action, 'unpruned');
  assert.equal(drop(served(map), 'orphaned').change.action, 'orphaned');
  assert.match(drop(served(map), 'deleted').change.text, /^-  a: "1"$/m);
  const absent = drop(undefined, 'deleted');
  assert.deepEqual([absent.change.action, absent.before, absent.after], ['unchanged', undefined, undefined]);
});

test('what another unit declares is handed over', () => {
  const reviewed = [{ cluster: 'prod', comparisons: [drop(served(map), 'deleted')] }];
  const taker = (unit: string, cluster: string) => [{ unit, cluster, objects: [map] }];
  const actionWith = (takers: ReturnType<typeof taker>) =>
    withHandOvers(reviewed, takers, createMask())[0]?.comparisons[0]?.change.action;
  assert.equal(actionWith(taker('apps/other', 'prod')), 'handed-over');
  assert.equal(actionWith(taker('apps/other', 'staging')), 'deleted');
  assert.equal(actionWith(taker('apps/shop', 'prod')), 'deleted');
  // It may have done so before.
  const message = withHandOvers(reviewed, taker('apps/other', 'prod'), createMask())[0]?.comparisons[0]
    ?.change.message;
  assert.equal(message, 'apps/other declares it.');
});

test('a live object that is being deleted says which finalizers hold it', () => {
  const live = served(
    configMap({ a: '1' }, { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['x/y'] }),
  );
  assert.deepEqual(compareOne({ base: map, head: map, live, prediction: live }).only.change.terminating, [
    'x/y',
  ]);
});
