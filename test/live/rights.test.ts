import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { withRights } from '../../src/live/rights.ts';
import type { Session } from '../../src/live/session.ts';
import { words } from '../../src/object/masked.ts';
import type { Applier } from '../../src/reconciler/unit-record.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { sessionOf } from '../bed/identity.ts';
import { seed } from '../bed/seed.ts';
import { startGuarded, type Guarded } from '../kube/guarded.ts';
import { apply, askAll, configMap } from './asking.ts';

let guarded: Guarded;
let session: Session;

const deployer = { kind: 'service-account', namespace: 'gitops', name: 'deployer' } as const;
const rbac = 'rbac.authorization.k8s.io/v1';

before(async () => {
  guarded = await startGuarded();
  const { namespace } = deployer;
  const subjects = [{ kind: 'ServiceAccount', namespace, name: deployer.name }];
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['patch'] }];
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
    configMap('there', { a: '1' }),
  ]);
  session = await sessionOf(guarded.identity.cluster);
});

after(async () => {
  await proveNothingWritten(guarded.bed);
  await guarded.end();
});

async function actionsAs(applier: Applier, asking: Session = session): Promise<readonly string[]> {
  const head = [apply(configMap('there', { a: '2' }), { force: true }), apply(configMap('new', { a: '1' }))];
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
