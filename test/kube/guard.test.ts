import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';

import { parseAllDocuments } from 'yaml';

import { clusterAdd } from '../../src/kube/cluster-add.ts';
import { wallClock } from '../../src/kube/wall-clock.ts';
import { guardGap, guardNotice, GuardWatch, proveGuard } from '../../src/live/guard.ts';
import { openSession } from '../../src/live/session.ts';
import { createMask } from '../../src/object/mask.ts';
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../src/object/json.ts';
import { adminClient } from '../bed/admin-client.ts';
import { readAudit } from '../bed/audit.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity, clusterOf, identityUser, type Identity } from '../bed/identity.ts';

let bed: ControlPlane;
let identity: Identity;
const signal = AbortSignal.timeout(120_000);

before(async () => {
  bed = await startControlPlane();
  identity = await addIdentity(bed);
});

after(async () => {
  await identity.cluster.close();
  await bed.stop();
});

/** A request that Proofline's own code cannot make: with its credential, and without dry run. */
async function asIdentity(
  ...[method, path, body]: readonly ['GET' | 'POST' | 'PATCH' | 'DELETE', string, unknown]
): Promise<{ readonly status: number; readonly message: string }> {
  const token = /token: (\S+)/.exec(await readFile(identity.kubeconfig, 'utf8'))?.[1];
  assert.ok(token !== undefined);
  const client = adminClient(bed.server, bed.ca, token);
  const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const reply = await client.send({ method, path, body, contentType });
  await client.close();
  return { status: reply.status, message: JSON.stringify(reply.body) };
}

const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'written' }, data: { a: '1' } };

test('A real create, patch and delete by the identity is denied by the policy, and the same as dry run passes', async () => {
  await bed.admin.send({
    method: 'POST',
    path: '/api/v1/namespaces/default/configmaps',
    body: { ...configMap, metadata: { name: 'there' } },
  });
  const configMaps = '/api/v1/namespaces/default/configmaps';
  const tries = [
    ['POST', configMaps, configMap],
    ['PATCH', `${configMaps}/there`, { data: { a: '2' } }],
    ['DELETE', `${configMaps}/there`, undefined],
  ] as const;
  for (const [method, path, body] of tries) {
    const real = await asIdentity(method, path, body);
    assert.equal(real.status, 403);
    assert.match(
      real.message,
      /ValidatingAdmissionPolicy 'proofline-dry-run-only'.*Proofline may only dry-run/,
    );
    const dry = await asIdentity(method, `${path}?dryRun=All`, body);
    assert.ok(dry.status < 300, `${method} ${dry.status} ${dry.message}`);
  }
  const there = await bed.admin.send({ method: 'GET', path: `${configMaps}/there` });
  assert.equal(at(there.body, 'data', 'a'), '1');
  assert.equal((await bed.admin.send({ method: 'GET', path: `${configMaps}/written` })).status, 404);
});

test('A ServiceAccount may be asked for by dry run, like any other object', async () => {
  const path = '/api/v1/namespaces/default/serviceaccounts?dryRun=All';
  const body = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'asked' } };
  const dry = await asIdentity('POST', path, body);
  assert.equal(dry.status, 201, dry.message);
});

test('A webhook configuration may be asked for by dry run, and the guard denies it for real', async () => {
  const path = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
  const body = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'asked' },
    webhooks: [],
  };
  const dry = await asIdentity('POST', `${path}?dryRun=All`, body);
  assert.equal(dry.status, 201, dry.message);
  const real = await asIdentity('POST', path, body);
  assert.match(real.message, /ValidatingAdmissionPolicy 'proofline-dry-run-only'/);
  assert.equal((await bed.admin.send({ method: 'GET', path: `${path}/asked` })).status, 404);
});

test('What no policy can stop is refused by the rights: tokens, policies, exec, and acting as someone else', async () => {
  const policies = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies';
  await bed.admin.send({
    method: 'POST',
    path: '/api/v1/namespaces/default/pods',
    body: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'shell' },
      spec: { containers: [{ name: 'a', image: 'a' }] },
    },
  });
  const tries = [
    ['POST', '/api/v1/namespaces/proofline/serviceaccounts/proofline/token?dryRun=All', {}],
    ['DELETE', `${policies}/proofline-dry-run-only?dryRun=All`, undefined],
    ['DELETE', `${policies.replace('policies', 'policybindings')}/proofline-dry-run-only`, undefined],
    ['PATCH', `${policies}/proofline-dry-run-only`, {}],
    ['POST', '/api/v1/namespaces/default/pods/shell/exec?command=id', undefined],
    ['GET', '/api/v1/namespaces/default/pods/shell/log', undefined],
    ['GET', '/api/v1/nodes/any/proxy/', undefined],
  ] as const;
  for (const [method, path, body] of tries) {
    const reply = await asIdentity(method, path, body);
    assert.equal(reply.status, 403, path);
    assert.match(reply.message, /cannot \w+ resource/, path);
  }
});

test('A review that is given up while it asks leaves another review its answer', async () => {
  const watch = new GuardWatch(identity.cluster, wallClock);
  const givenUp = new AbortController();
  const [first, second] = [watch.check(givenUp.signal), watch.check(signal)];
  givenUp.abort();
  assert.equal((await first).state, 'unknown');
  assert.deepEqual(await second, { state: 'guarded' });
});

test('The probe finds the guard, and the watch does not ask again within minutes', async () => {
  let now = 1_000_000;
  const clock = { ...wallClock, now: () => now };
  const watch = new GuardWatch(identity.cluster, clock);
  assert.deepEqual(await watch.check(signal), { state: 'guarded' });
  const probes = async (): Promise<number> =>
    (await readAudit(bed)).filter(
      (event) => event.requestURI.endsWith('/proofline-guard-probe') && event.user.username === identityUser,
    ).length;
  const first = await probes();
  assert.notEqual(first, 0);
  now += 60_000;
  await watch.check(signal);
  assert.equal(await probes(), first);
  now += 10 * 60_000;
  await watch.check(signal);
  assert.equal(await probes(), first + 1);
});

test('A person with rights to write is found unguarded, in one line, and the probe writes nothing', async () => {
  const path = '/api/v1/namespaces/proofline/configmaps/proofline-guard-probe';
  const earlier = await bed.admin.send({ method: 'GET', path });
  const person = clusterOf(bed.adminKubeconfig);
  const guard = await proveGuard(person, signal);
  await person.close();
  assert.equal(guard.state, 'unguarded');
  assert.equal(
    guardNotice(createMask(), guard),
    'this credential could write (a request without dry run was not denied); Proofline sends only dry runs',
  );
  assert.deepEqual((await bed.admin.send({ method: 'GET', path })).body, earlier.body);
});

test('The identity is never more than dry-run: an identity that could remove the policy counts as unguarded', async () => {
  await bed.admin.send({
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
    async () => proveGuard(identity.cluster, signal),
    (found) => found.state !== 'guarded',
  );
  assert.equal(guard.state, 'unguarded');
  assert.match(
    String(guard.state === 'unguarded' && guard.why),
    /the policy cannot stop it from: create validatingadmissionpolicies/,
  );
  const token = '/api/v1/namespaces/default/serviceaccounts/default/token?dryRun=All';
  const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
  assert.match((await asIdentity('POST', token, request)).message, /Proofline may not request tokens/);
  await bed.admin.send({
    method: 'DELETE',
    path: '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/too-much',
  });
  await until(
    async () => proveGuard(identity.cluster, signal),
    (found) => found.state === 'guarded',
  );
});

test('Without the policy the cluster is refused as unguarded, and nothing was written to find out', async () => {
  const binding =
    '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings/proofline-dry-run-only';
  const path = '/api/v1/namespaces/proofline/configmaps/proofline-guard-probe';
  await bed.admin.send({ method: 'DELETE', path: binding });
  const guard = await until(
    async () => proveGuard(identity.cluster, signal),
    (found) => found.state !== 'guarded',
  );
  assert.deepEqual(guard, { state: 'unguarded', why: 'a request without dry run was not denied' });
  const probed = await bed.admin.send({ method: 'GET', path });
  assert.equal(
    isJsonArray(at(probed.body, 'metadata', 'managedFields')) &&
      at(probed.body, 'metadata', 'managedFields', 1),
    undefined,
  );
  const options = {
    cluster: identity.cluster,
    mask: createMask(),
    guard: new GuardWatch(identity.cluster, wallClock),
    signal,
  };
  const refused = await openSession({ ...options, unguarded: 'refuse' });
  assert.equal(refused.kind, 'gap');
  assert.equal(refused.kind === 'gap' && refused.gap.kind, 'cluster-unguarded');
  assert.match(
    String(refused.kind === 'gap' && refused.gap.why),
    /^cluster bed: this credential is not proved to be unable to write .*proofline cluster add/,
  );
  const allowed = await openSession({ ...options, unguarded: 'allow' });
  assert.equal(allowed.kind === 'session' && allowed.session.guard.state, 'unguarded');
});

test('A cluster where nobody ran cluster add answers that nothing is known', async () => {
  await bed.admin.send({
    method: 'DELETE',
    path: '/api/v1/namespaces/proofline/configmaps/proofline-guard-probe',
  });
  const person = clusterOf(bed.adminKubeconfig);
  const guard = await proveGuard(person, signal);
  await person.close();
  assert.equal(guard.state, 'unknown');
  const gap = guardGap({ cluster: { name: 'bed' }, mask: createMask(), unit: 'shop' }, guard);
  assert.match(gap.why, /the probe was answered with 404/);
});

test('The printed YAML holds the same objects in an order in which rights come last, and is the same each time', async () => {
  const options = {
    name: 'prod',
    access: { kind: 'kubeconfig', files: [bed.adminKubeconfig], context: undefined },
    clock: wallClock,
    signal,
  } as const;
  const first = await clusterAdd({ ...options, secrets: 'none' });
  const second = await clusterAdd({ ...options, secrets: 'none' });
  const read = await clusterAdd({ ...options, secrets: 'read' });
  await Promise.all([first.close(), second.close(), read.close()]);
  assert.equal(first.yaml, second.yaml);
  const objects = parseAllDocuments(first.yaml).map((document): JsonObject => {
    const object: unknown = document.toJS();
    return isJsonObject(object) ? object : {};
  });
  assert.deepEqual(
    objects.map((object) => at(object, 'kind')),
    [
      'Namespace',
      'ValidatingAdmissionPolicy',
      'ValidatingAdmissionPolicyBinding',
      'ConfigMap',
      'ServiceAccount',
      'ClusterRole',
      'ClusterRoleBinding',
    ],
  );
  const rules = at(objects[5], 'rules');
  assert.ok(isJsonArray(rules) && rules.length > 10);
  const granted = rules.flatMap((rule) =>
    list(rule, 'resources').flatMap((resource) => list(rule, 'verbs').map((verb) => `${verb} ${resource}`)),
  );
  assert.ok(
    granted.includes('patch deployments') &&
      granted.includes('list configmaps') &&
      granted.includes('escalate roles'),
  );
  const forbidden = granted.filter((right) =>
    /\*|\/| secrets|(?:create|patch|update|delete) (?:validating|mutating)admission|impersonate/.test(right),
  );
  assert.deepEqual(forbidden, []);
  assert.match(read.yaml, /^ +- secrets$/m);
  assert.match(first.yaml, /"proofline cluster add prod" again/);
});

function list(rule: Json, key: string): readonly string[] {
  const values = at(rule, key);
  return isJsonArray(values) ? values.map(String) : [];
}

async function until<Value>(look: () => Promise<Value>, isThere: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await look();
    if (isThere(value)) return value;
    assert.ok(!signal.aborted, 'it did not happen in time');
    await wallClock.sleep(50, signal);
  }
}
