import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { parse, stringify } from 'yaml';

import type { Answer } from '../../src/live/answer.ts';
import { GuardWatch } from '../../src/live/guard.ts';
import { forUnit, openSession, type Session } from '../../src/live/session.ts';
import { wallClock } from '../../src/kube/wall-clock.ts';
import { createMask } from '../../src/object/mask.ts';
import { at } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { freePorts } from '../bed/free-ports.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity, clusterOf, sessionOf, type Identity } from '../bed/identity.ts';
import { apply, askAll, askOne, configMap, deployment } from './asking.ts';

let bed: ControlPlane;
let identity: Identity;
let session: Session;
const signal = AbortSignal.timeout(120_000);
const clusterRole = '/apis/rbac.authorization.k8s.io/v1/clusterroles/proofline';

before(async () => {
  bed = await startControlPlane();
  identity = await addIdentity(bed, 'none');
  session = await sessionOf(identity.cluster);
});

after(async () => {
  await proveNothingWritten(bed);
  await identity.cluster.close();
  await bed.stop();
});

function secret(name: string, data: Readonly<Record<string, string>>): KubeObject {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: 'default' }, stringData: data };
}

function gapKind(answer: Answer): string {
  return answer.prediction.kind === 'gap' ? answer.prediction.gap.kind : JSON.stringify(answer.prediction);
}

test('What the identity may not ask is a gap that names the cluster, not a refusal', async () => {
  const answer = await askOne(session, apply(secret('closed', { a: 'b' })));
  assert.ok(answer.prediction.kind === 'gap');
  assert.equal(answer.prediction.gap.kind, 'cluster-forbidden');
  assert.match(
    answer.prediction.gap.why,
    /^cluster bed: this credential may not: secrets "closed" is forbidden: User "system:serviceaccount:proofline:proofline" cannot patch resource "secrets"/,
  );
  assert.equal(answer.live.kind, 'gap');
});

test('A grant of rights that the identity lacks is a gap with what a comparison by structure needs', async () => {
  const bound = await bed.admin.send({ method: 'GET', path: clusterRole });
  const rules = at(bound.body, 'rules');
  assert.ok(Array.isArray(rules));
  const withoutGrants = rules.filter((rule) => !JSON.stringify(rule).includes('escalate'));
  assert.equal(withoutGrants.length, rules.length - 1);
  const patch = async (wanted: unknown): Promise<void> => {
    const type = 'application/merge-patch+json';
    await bed.admin.send({ method: 'PATCH', path: clusterRole, body: { rules: wanted }, contentType: type });
  };
  const role: KubeObject = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'strong', namespace: 'default' },
    rules: [{ apiGroups: [''], resources: ['pods/exec'], verbs: ['create'] }],
  };
  const binding: KubeObject = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'strong', namespace: 'default' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'strong' },
    subjects: [],
  };
  assert.equal((await askOne(session, apply(role))).prediction.kind, 'object');
  assert.equal((await askOne(session, apply(binding))).prediction.kind, 'object');
  await patch(withoutGrants);
  // The authorizer learns of it a moment later.
  while ((await askOne(session, apply(role))).prediction.kind !== 'gap') await wallClock.sleep(50, signal);
  for (const object of [role, binding]) {
    const answer = await askOne(session, apply(object));
    assert.equal(gapKind(answer), 'cluster-forbidden');
    assert.match(
      String(answer.prediction.kind === 'gap' && answer.prediction.gap.why),
      /compared by structure only/,
    );
    assert.deepEqual(answer.structural, object);
  }
  await patch(rules);
});

test('A server that does not answer is a gap that names the cluster, and nothing waits for long', async () => {
  const [port = 0] = await freePorts(1);
  const dead = await withKubeconfig('dead', (config) => {
    config.clusters[0].cluster.server = `https://127.0.0.1:${port}`;
  });
  const opened = await openSession({
    cluster: dead,
    mask: createMask(),
    guard: new GuardWatch(dead, wallClock),
    unguarded: 'refuse',
    signal,
  });
  await dead.close();
  assert.ok(opened.kind === 'gap');
  assert.equal(opened.gap.kind, 'cluster-unreachable');
  assert.match(opened.gap.why, /^cluster bed: not reachable \(.*ECONNREFUSED/);
});

test('An expired or foreign token is a gap that says so and names the cluster', async () => {
  const foreign = await withKubeconfig('foreign', (config) => {
    config.users[0].user.token = 'not-a-token';
  });
  const opened = await openSession({
    cluster: foreign,
    mask: createMask(),
    guard: new GuardWatch(foreign, wallClock),
    unguarded: 'refuse',
    signal,
  });
  await foreign.close();
  assert.ok(opened.kind === 'gap');
  assert.equal(opened.gap.kind, 'cluster-forbidden');
  assert.equal(
    opened.gap.why,
    'cluster bed: the server rejects this credential: it has expired or was revoked (401)',
  );
});

test('A certificate of another authority is not accepted', async () => {
  const other = await withKubeconfig('other', (config) => {
    delete config.clusters[0].cluster['certificate-authority-data'];
  });
  const opened = await openSession({
    cluster: other,
    mask: createMask(),
    guard: new GuardWatch(other, wallClock),
    unguarded: 'refuse',
    signal,
  });
  await other.close();
  assert.ok(opened.kind === 'gap');
  assert.match(opened.gap.why, /^cluster bed: not reachable \(.*(?:certificate|issuer)/);
});

test('At the deadline of the unit the rest is a gap, and the session of the review goes on', async () => {
  const clock = { ...wallClock, deadline: () => AbortSignal.abort() };
  const late = forUnit(
    session,
    { id: 'shop', namespace: undefined, shows: () => true },
    { clock, milliseconds: 1 },
  );
  const answer = await askOne(late, apply(configMap('late', {})));
  assert.ok(answer.prediction.kind === 'gap');
  assert.equal(answer.prediction.gap.kind, 'cluster-timeout');
  assert.equal(answer.prediction.gap.unit, 'shop');
  assert.equal((await askOne(session, apply(configMap('late', {})))).prediction.kind, 'object');
});

test('One object that cannot be asked does not keep the others from their answers', async () => {
  const { head } = await askAll(session, {
    head: [apply(secret('closed', {})), apply(configMap('open', {})), apply(deployment('open'))],
  });
  assert.deepEqual(
    head.map((answer) => answer.prediction.kind),
    ['gap', 'object', 'object'],
  );
});

interface Kubeconfig {
  readonly clusters: [{ readonly cluster: { server: string; 'certificate-authority-data'?: string } }];
  readonly users: [{ readonly user: { token: string } }];
}

async function withKubeconfig(
  name: string,
  change: (config: Kubeconfig) => void,
): Promise<ReturnType<typeof clusterOf>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- cluster-add.ts wrote it
  const config = parse(await readFile(identity.kubeconfig, 'utf8')) as Kubeconfig;
  change(config);
  const file = join(bed.folder, `${name}.kubeconfig`);
  await writeFile(file, stringify(config));
  return clusterOf(file);
}
