import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { withRights } from '../../src/live/rights.ts';
import type { Session } from '../../src/live/session.ts';
import { words } from '../../src/object/masked.ts';
import type { JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import type { Attempt } from '../../src/reconciler/attempt.ts';
import type { Applier } from '../../src/reconciler/unit-record.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { sessionOf } from '../bed/identity.ts';
import { seed } from '../bed/seed.ts';
import { startGuarded, type Guarded } from '../kube/guarded.ts';
import { apply, askAll, configMap, create } from './asking.ts';

let guarded: Guarded;
let session: Session;

const deployer = { kind: 'service-account', namespace: 'gitops', name: 'deployer' } as const;
const rbac = 'rbac.authorization.k8s.io/v1';

/** Grants what the deployer does not hold. */
const standing: KubeObject = {
  apiVersion: rbac,
  kind: 'Role',
  metadata: { name: 'standing', namespace: 'default' },
  rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['patch'] }],
};

before(async () => {
  guarded = await startGuarded();
  const { namespace } = deployer;
  const subjects = [{ kind: 'ServiceAccount', namespace, name: deployer.name }];
  const rules = [
    { apiGroups: [''], resources: ['configmaps'], verbs: ['patch'] },
    { apiGroups: [''], resources: ['configmaps'], verbs: ['update'], resourceNames: ['there'] },
    {
      apiGroups: ['rbac.authorization.k8s.io'],
      resources: ['roles', 'rolebindings'],
      verbs: ['create', 'patch'],
    },
  ];
  await seed(guarded.bed, [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: deployer.name, namespace } },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'everything', namespace } },
    { apiVersion: rbac, kind: 'Role', metadata: { name: 'deploy', namespace: 'default' }, rules },
    {
      apiVersion: rbac,
      kind: 'RoleBinding',
      metadata: { name: 'deploy', namespace: 'default' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'deploy' },
      subjects,
    },
    {
      apiVersion: rbac,
      kind: 'ClusterRoleBinding',
      metadata: { name: 'everything' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'ServiceAccount', namespace, name: 'everything' }],
    },
    standing,
    configMap('there', { a: '1' }),
    { ...configMap('fixed', { a: '1' }), immutable: true },
  ]);
  session = await sessionOf(guarded.identity.cluster);
});

after(async () => {
  await proveNothingWritten(guarded.bed);
  await guarded.end();
});

async function actionsAs(applier: Applier, asking: Session = session): Promise<readonly string[]> {
  const head = [apply(configMap('there', { a: '2' }), { force: true }), apply(configMap('new', { a: '1' }))];
  return await saidTo(applier, head, asking);
}

async function saidTo(
  applier: Applier,
  head: readonly Attempt[],
  asking: Session = session,
): Promise<readonly string[]> {
  const { answers, gaps } = await withRights(asking, applier, (await askAll(session, { head })).head);
  return [
    ...answers.map(({ prediction }) =>
      prediction.kind === 'refused' ? `refused by ${prediction.by}: ${prediction.message}` : prediction.kind,
    ),
    ...gaps.map(({ kind, why }) => `${kind}: ${why}`),
  ];
}

test('What the identity that applies may not do is refused by rights, with the smallest Role that mends it', async () => {
  assert.deepEqual(await actionsAs(deployer), [
    'object',
    'refused by rights: system:serviceaccount:gitops:deployer may not create configmaps in namespace default. ' +
      'The smallest Role that would mend it: apiGroups: [""], resources: ["configmaps"], verbs: ["create"].',
  ]);
});

test('What is read first must be readable, and a patch without members needs no right to patch', async () => {
  const object = configMap('there', { a: '1' });
  const type = 'application/merge-patch+json';
  const patch = { kind: 'patch', type, manager: 'kubectl', validation: 'Warn', stage: 0 } as const;
  const made: Attempt = { ...create(configMap('new', {})), readsFirst: true };
  const idle: Attempt = { ...patch, object, body: {} };
  const barred = { ...deployer, name: 'nobody' };
  const answers = (await askAll(session, { head: [made, idle] })).head;
  const permitted = await withRights(session, barred, answers);
  const [blind, still] = permitted.answers.map(({ prediction }) => prediction);
  assert.ok(blind?.kind === 'refused' && blind.unread === true);
  assert.match(blind.message, /may not get and create configmaps .* verbs: \["get", "create"\]/u);
  assert.equal(still?.kind, 'object');
});

test('A right that could not be asked for is a gap, and hides no refusal that is known', async () => {
  const { cluster } = session;
  const late: typeof cluster = {
    ...cluster,
    reviewRight: async (asked, signal) =>
      asked.right.verb === 'patch'
        ? await Promise.resolve({ kind: 'failure', why: 'timeout', message: 'late' })
        : await cluster.reviewRight(asked, signal),
  };
  const [patched, made = '', gap = '', ...more] = await actionsAs(deployer, { ...session, cluster: late });
  assert.equal(patched, 'object');
  assert.match(made, /^refused by rights: .* may not create configmaps/u);
  assert.match(
    gap,
    /^cluster-\S+: whether system:serviceaccount:gitops:deployer may apply this could not be asked/u,
  );
  assert.deepEqual(more, []);
});

test('A right to one object by its name is a right to that one, and to no other of its kind', async () => {
  const put = (name: string): Attempt => ({
    kind: 'put',
    object: configMap(name, { a: '1' }),
    manager: 'kubectl',
    validation: 'Warn',
    stage: 0,
  });
  const [own, other = '', ...more] = await saidTo(deployer, [put('there'), put('fixed')]);
  assert.equal(own, 'object');
  assert.match(other, /^refused by rights: \S+deployer may not update configmaps/u);
  assert.deepEqual(more, []);
});

test('An identity that may do everything is refused nothing', async () => {
  assert.deepEqual(await actionsAs({ ...deployer, name: 'everything' }), ['object', 'object']);
});

test('Where nobody is known to apply, nothing is asked', async () => {
  const { cluster } = session;
  let asked = 0;
  const counting: typeof cluster = {
    ...cluster,
    reviewRight: async (...question) => {
      asked += 1;
      return await cluster.reviewRight(...question);
    },
  };
  const watched = { ...session, cluster: counting };
  assert.deepEqual(await actionsAs({ kind: 'unnamed' }, watched), ['object', 'object']);
  assert.equal(asked, 0);
  await actionsAs(deployer, watched);
  assert.ok(asked > 0);
});

test('An identity that cannot be named is a gap, and the prediction stands', async () => {
  const gap = { kind: 'live-value-needed', unit: undefined, object: undefined, why: words`unknown` } as const;
  assert.deepEqual(await actionsAs({ kind: 'gap', gap }), ['object', 'object', 'live-value-needed: unknown']);
});

const who = 'system:serviceaccount:gitops:deployer';

test('A patch that ends in a recreation needs the rights for that too', async () => {
  const wanted = { ...configMap('fixed', { a: '2' }), immutable: true };
  const patch: Attempt = {
    kind: 'patch',
    object: wanted,
    type: 'application/merge-patch+json',
    body: { data: { a: '2' } },
    recreatesAs: wanted,
    manager: 'm',
    validation: 'Warn',
    stage: 0,
  };
  const [said = '', ...more] = await saidTo(deployer, [patch]);
  assert.match(said, /^refused by rights: \S+deployer may not delete and create configmaps/u);
  assert.deepEqual(more, []);
  assert.deepEqual(await saidTo({ ...deployer, name: 'everything' }, [patch]), ['recreated']);
  const also = [{ ...patch, body: {}, alsoNeeds: ['update'] }];
  assert.match((await saidTo(deployer, also)).join(), /may not update configmaps/u);
  assert.deepEqual(await saidTo(deployer, [{ ...patch, body: {} }]), ['object']);
});

test('Who may make a role, but neither holds what it grants nor may escalate, is refused', async () => {
  const named = (kind: string, name: string, rest: JsonObject): KubeObject => ({
    apiVersion: rbac,
    kind,
    metadata: { name, namespace: 'default' },
    ...rest,
  });
  const role = (name: string, resource: string): KubeObject =>
    named('Role', name, { rules: [{ apiGroups: [''], resources: [resource], verbs: ['patch'] }] });
  const binding = (name: string, to: string): KubeObject =>
    named('RoleBinding', name, {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: to },
      subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: 'default' }],
    });
  const objects = [
    role('held', 'configmaps'),
    role('unheld', 'secrets'),
    binding('to-held', 'held'),
    binding('to-unheld', 'unheld'),
    binding('to-elsewhere', 'deploy'),
  ];
  const head = objects.map((object) => apply(object, { force: true }));
  const without = (verb: string, resource: string): string =>
    `refused by rights: ${who} may not grant what it does not hold itself, such as patch secrets, without the right to ${verb} on ${resource}.`;
  assert.deepEqual(await saidTo(deployer, head), [
    'object',
    without('escalate', 'roles'),
    'object',
    without('bind', 'roles'),
    'object',
    `live-value-needed: ${who} has no right to bind on roles, and whether it holds all that is granted here could not be told`,
  ]);
  const all = await saidTo({ ...deployer, name: 'everything' }, head);
  assert.deepEqual(all, ['object', 'object', 'object', 'object', 'object']);
});

test('A role that stays as it is may be applied by whoever holds nothing of it', async () => {
  const labeled = { ...standing, metadata: { ...standing.metadata, labels: { a: 'b' } } };
  const attempts = [standing, labeled].map((object) => apply(object, { force: true }));
  const [same, changed = '', ...more] = await saidTo(deployer, attempts);
  assert.equal(same, 'object');
  assert.match(changed, /^refused by rights: .* may not grant what it does not hold itself/u);
  assert.deepEqual(more, []);
});

test('Whether a role that may not be shown stays as it is decides about no right', async () => {
  const closed: Session = { ...session, shows: () => false };
  const attempts = [standing, { ...standing, rules: [] }].map((object) => apply(object, { force: true }));
  const [same = '', ...more] = await saidTo(deployer, attempts, closed);
  assert.match(same, /^refused by rights: .* may not grant what it does not hold itself/u);
  assert.deepEqual(more, ['object']);
});
