import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { deletionOf } from '../../../../src/reconciler/argo-cd/sync/confirmation.ts';
import { courseOf } from '../../../../src/reconciler/argo-cd/sync/course.ts';
import type { Unit } from '../../../../src/reconciler/unit.ts';
import { automated, course } from './courses.ts';
import { answered, attemptsOf, object, unitOf, type UnitOptions } from './story.ts';

const now = Date.parse('2027-01-31T12:00:00Z');

function optioned(what: string, option: string): KubeObject {
  return object(what, { annotations: { 'argocd.argoproj.io/sync-options': option } });
}

async function deletion(unit: Unit, ...leaving: readonly KubeObject[]): Promise<readonly string[]> {
  const said = answered(await attemptsOf(unit, { leaving }), leaving);
  assert.equal(said.length, leaving.length);
  const courses = deletionOf(unit, said, now);
  return courses.map((one) => ('why' in one ? `${one.kind}: ${one.why}` : one.kind));
}

const waits =
  'skipped: the deletion of the whole Application waits until a person confirms it (Delete=confirm or Prune=confirm on one of its objects)';
const a = object('ConfigMap/a');

test('An object that is to be confirmed keeps all of its Application', async () => {
  assert.deepEqual(await deletion(unitOf(), a, object('Secret/b')), ['as-said', 'as-said']);
  assert.deepEqual(await deletion(unitOf(), a, optioned('Secret/b', 'Delete=confirm')), [waits, waits]);
  assert.deepEqual(await deletion(unitOf(), a, optioned('Secret/b', 'Prune=confirm')), [waits, waits]);
  assert.deepEqual(await deletion(unitOf(), a, optioned('Secret/b', 'Delete=true')), ['as-said', 'as-said']);
});

test('An Application asks for all of its objects, but not before v3.4', async () => {
  const asking: UnitOptions = { syncPolicy: { syncOptions: ['Delete=confirm'] } };
  assert.deepEqual(await deletion(unitOf(asking), a), [waits]);
  assert.deepEqual(await deletion(unitOf(asking), optioned('ConfigMap/a', 'Delete=true')), ['as-said']);
  assert.deepEqual(await deletion(unitOf({ ...asking, installation: { version: 'v3.3.9' } }), a), [
    'as-said',
  ]);
});

test('Only an approval that outlives the review makes it go at once', async () => {
  const approved = (time: string) =>
    unitOf({ live: { annotations: { 'argocd.argoproj.io/deletion-approved': time } } });
  const asked = optioned('Secret/b', 'Delete=confirm');
  assert.deepEqual(await deletion(approved('2099-01-01T00:00:00Z'), asked), ['as-said']);
  assert.deepEqual(await deletion(approved('2027-01-31T11:59:59Z'), asked), [waits]);
  assert.deepEqual(await deletion(approved('soon'), asked), [waits]);
  const annotations = { 'argocd.argoproj.io/deletion-approved': '2099-01-01T00:00:00Z' };
  const prunes = { policy: { prune: true }, live: { annotations } };
  const leaving = [optioned('Secret/b', 'Prune=confirm')];
  assert.deepEqual(await course(automated(prunes), { desired: [a], leaving }), [
    'Secret/b as-said',
    'ConfigMap/a as-said',
  ]);
});

test('What Git drops and never came to the cluster asks nobody, and starts no sync', async () => {
  const asking = optioned('Secret/b', 'Prune=confirm');
  const gone = answered(await attemptsOf(unitOf(), { leaving: [a, asking] }), [a]);
  assert.deepEqual(
    deletionOf(unitOf(), gone, now).map(({ kind }) => kind),
    ['as-said', 'as-said'],
  );
  const unit = automated({ policy: { prune: true } });
  const said = answered(await attemptsOf(unit, { desired: [a], live: [a], leaving: [asking] }), [a]);
  const coursesWhere = async (isOutOfSync: boolean): Promise<readonly string[]> =>
    (await courseOf(unit, said, { isOutOfSync: () => isOutOfSync, now })).map(
      ({ kind }, index) => `${said[index]?.attempt.object.metadata.name ?? ''} ${kind}`,
    );
  assert.deepEqual((await coursesWhere(true)).toSorted(), ['a as-said', 'b as-said']);
  assert.deepEqual((await coursesWhere(false)).toSorted(), ['a skipped', 'b skipped']);
});
