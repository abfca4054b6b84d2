import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { wallClock } from '../../src/kube/wall-clock.ts';
import { guardNotice, GuardWatch, proveGuard } from '../../src/live/guard.ts';
import { createMask } from '../../src/object/mask.ts';
import { readAudit } from '../bed/audit.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { clusterOf, identityUser, sessionOf } from '../bed/identity.ts';
import { personOf } from '../bed/person.ts';
import { apply, askOne, configMap } from '../live/asking.ts';
import { asIdentity, patience, startGuarded, until, type Guarded } from './guarded.ts';

let guarded: Guarded;

before(async () => {
  guarded = await startGuarded();
});

after(async () => {
  await proveNothingWritten(guarded.bed);
  await guarded.end();
});

test('A review that is given up while it asks leaves another review its answer', async () => {
  const watch = new GuardWatch(guarded.identity.cluster, wallClock);
  const givenUp = new AbortController();
  const [first, second] = [watch.check(givenUp.signal), watch.check(patience)];
  givenUp.abort();
  assert.equal((await first).state, 'unknown');
  assert.deepEqual(await second, { state: 'guarded' });
});

test('The probe finds the guard, and the watch does not ask again within minutes', async () => {
  let now = 1_000_000;
  const clock = { ...wallClock, now: () => now };
  const watch = new GuardWatch(guarded.identity.cluster, clock);
  assert.deepEqual(await watch.check(patience), { state: 'guarded' });
  const probes = async (): Promise<number> =>
    (await readAudit(guarded.bed)).filter(
      (event) => event.requestURI.endsWith('/proofline-guard-probe') && event.user.username === identityUser,
    ).length;
  const first = await probes();
  assert.notEqual(first, 0);
  now += 60_000;
  await watch.check(patience);
  assert.equal(await probes(), first);
  now += 10 * 60_000;
  await watch.check(patience);
  assert.equal(await probes(), first + 1);
});

test('A person with rights to write is found unguarded, in one line, and the probe writes nothing', async () => {
  const path = '/api/v1/namespaces/proofline/configmaps/proofline-guard-probe';
  const earlier = await guarded.bed.admin.send({ method: 'GET', path });
  const person = await clusterOf(await personOf(guarded.bed, 'maria'));
  const guard = await proveGuard(person, patience);
  await person.close();
  assert.equal(guard.state, 'unguarded');
  assert.equal(
    guardNotice(createMask(), guard),
    'this credential could write (a request without dry run was not denied); Proofline sends only dry runs',
  );
  assert.deepEqual((await guarded.bed.admin.send({ method: 'GET', path })).body, earlier.body);
});

test('The identity is never more than dry-run: an identity that could remove the policy counts as unguarded', async () => {
  await guarded.bed.admin.send({
    method: 'POST',
    path: '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
    body: {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'too-much' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'ServiceAccount', name: 'proofline', namespace: 'proofline' }],
    },
  });
  const guard = await until(
    async () => proveGuard(guarded.identity.cluster, patience),
    (found) => found.state !== 'guarded',
  );
  assert.equal(guard.state, 'unguarded');
  assert.match(
    String(guard.state === 'unguarded' && guard.why),
    /the policy cannot stop it from: create validatingadmissionpolicies/,
  );
  const token = '/api/v1/namespaces/default/serviceaccounts/default/token?dryRun=All';
  const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
  assert.match(
    (await asIdentity(guarded, 'POST', token, request)).message,
    /Proofline may not request tokens/,
  );
  await guarded.bed.admin.send({
    method: 'DELETE',
    path: '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/too-much',
  });
  await until(
    async () => proveGuard(guarded.identity.cluster, patience),
    (found) => found.state === 'guarded',
  );
});

test('A guarded cluster is asked by dry run', async () => {
  const session = await sessionOf(guarded.identity.cluster);
  const { prediction } = await askOne(session, apply(configMap('asked', { a: '1' })));
  assert.equal(prediction.kind, 'object');
});
