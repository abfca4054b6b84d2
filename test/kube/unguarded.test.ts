import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { wallClock } from '../../src/kube/wall-clock.ts';
import { guardGap, GuardWatch, proveGuard } from '../../src/live/guard.ts';
import { openSession } from '../../src/live/session.ts';
import { at, isJsonArray } from '../../src/object/json.ts';
import { createMask } from '../../src/object/mask.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { clusterOf } from '../bed/identity.ts';
import { personOf } from '../bed/person.ts';
import { apply, askOne, configMap } from '../live/asking.ts';
import { patience, startGuarded, until, type Guarded } from './guarded.ts';

let guarded: Guarded;

before(async () => {
  guarded = await startGuarded();
});

after(async () => {
  await proveNothingWritten(guarded.bed, { guardTakenAway: true });
  await guarded.end();
});

test('Without the policy the cluster is refused as unguarded, and nothing was written to find out', async () => {
  const binding =
    '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings/proofline-dry-run-only';
  const path = '/api/v1/namespaces/proofline/configmaps/proofline-guard-probe';
  await guarded.bed.admin.send({ method: 'DELETE', path: binding });
  const guard = await until(
    async () => proveGuard(guarded.identity.cluster, patience),
    (found) => found.state !== 'guarded',
  );
  assert.deepEqual(guard, { state: 'unguarded', why: 'a request without dry run was not denied' });
  const probed = await guarded.bed.admin.send({ method: 'GET', path });
  assert.equal(
    isJsonArray(at(probed.body, 'metadata', 'managedFields')) &&
      at(probed.body, 'metadata', 'managedFields', 1),
    undefined,
  );
  const options = {
    cluster: guarded.identity.cluster,
    mask: createMask(),
    guard: new GuardWatch(guarded.identity.cluster, wallClock),
    signal: patience,
  };
  const refused = await openSession({ ...options, unguarded: 'refuse' });
  assert.equal(refused.kind, 'gap');
  assert.equal(refused.kind === 'gap' && refused.gap.kind, 'cluster-unguarded');
  assert.match(
    String(refused.kind === 'gap' && refused.gap.why),
    /^cluster bed: this credential is not proved to be unable to write .*proofline cluster add/,
  );
  const allowed = await openSession({ ...options, unguarded: 'allow' });
  assert.ok(allowed.kind === 'session');
  assert.equal(allowed.session.guard.state, 'unguarded');
  const { prediction } = await askOne(allowed.session, apply(configMap('asked', { a: '1' })));
  assert.equal(prediction.kind, 'object');
});

test('A cluster where nobody ran cluster add answers that nothing is known', async () => {
  await guarded.bed.admin.send({
    method: 'DELETE',
    path: '/api/v1/namespaces/proofline/configmaps/proofline-guard-probe',
  });
  const person = await clusterOf(await personOf(guarded.bed, 'maria'));
  const guard = await proveGuard(person, patience);
  await person.close();
  assert.equal(guard.state, 'unknown');
  const gap = guardGap({ cluster: { name: 'bed' }, mask: createMask(), unit: 'shop' }, guard);
  assert.match(gap.why, /the probe was answered with 404/);
});
