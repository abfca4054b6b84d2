import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankOf } from '../../../../src/reconciler/argo-cd/sync/kind-order.ts';
import { attemptsOf, hook, inWave, object, told, unitOf } from './story.ts';

const pruning = unitOf({ syncPolicy: { automated: { prune: true } } });
const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1' };

test('In one wave objects go by kind and then by name', async () => {
  const attempts = await attemptsOf(unitOf(), {
    desired: [
      object('Widget/a', { apiVersion: 'example.test/v1' }),
      object('Deployment/b', { apiVersion: 'apps/v1' }),
      object('Deployment/B', { apiVersion: 'apps/v1' }),
      object('ConfigMap/z'),
      object('Role/a', rbac),
      object('ServiceAccount/a'),
    ],
  });
  assert.deepEqual(told(attempts), [
    '0 create ServiceAccount/a',
    '0 create ConfigMap/z',
    '0 create Role/a',
    '0 create Deployment/B',
    '0 create Deployment/b',
    '0 create Widget/a',
  ]);
});

test('What others stand on comes before them: spaces, limits, accounts, data, kinds, rights, then what runs', async () => {
  const kinds = ['Namespace', 'NetworkPolicy', 'ResourceQuota', 'PodDisruptionBudget', 'ServiceAccount'];
  const more = ['Secret', 'ConfigMap', 'StorageClass', 'PersistentVolumeClaim', 'CustomResourceDefinition'];
  const rights = ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'];
  const runs = ['Service', 'DaemonSet', 'Pod', 'Deployment', 'HorizontalPodAutoscaler', 'StatefulSet', 'Job'];
  const last = ['CronJob', 'IngressClass', 'Ingress', 'APIService', 'Widget'];
  const ordered = [...kinds, ...more, ...rights, ...runs, ...last];
  assert.deepEqual(
    ordered.toReversed().toSorted((a, b) => rankOf(a) - rankOf(b)),
    ordered,
  );
});

test('Phases come before waves, and a hook weight of Helm is a wave', async () => {
  const attempts = await attemptsOf(unitOf(), {
    desired: [
      inWave('ConfigMap/late', 5),
      inWave('ConfigMap/early', -3),
      object('ConfigMap/weighed', { annotations: { 'helm.sh/hook-weight': '-1' } }),
      object('ConfigMap/plain'),
      hook('Job/before', 'PreSync', { 'argocd.argoproj.io/sync-wave': '9' }),
      object('Job/after', { annotations: { 'helm.sh/hook': 'post-install,post-upgrade' } }),
      hook('Job/rescue', 'SyncFail'),
      inWave('ConfigMap/unreadable', 0, { annotations: { 'argocd.argoproj.io/sync-wave': '1.5' } }),
    ],
  });
  assert.deepEqual(told(attempts), [
    '0 create Job/before',
    '1 create ConfigMap/early',
    '2 create ConfigMap/weighed',
    '3 create ConfigMap/plain',
    '3 create ConfigMap/unreadable',
    '4 create ConfigMap/late',
    '5 create Job/after',
    '6 create Job/rescue',
  ]);
});

test('A namespace is pulled into the wave of the first that needs it, and so is a definition', async () => {
  const definition = object('CustomResourceDefinition/widgets.example.test', {
    apiVersion: 'apiextensions.k8s.io/v1',
    namespace: '',
    rest: { spec: { group: 'example.test', names: { kind: 'Widget' } } },
  });
  const attempts = await attemptsOf(unitOf(), {
    desired: [
      inWave('Widget/first', -2, { apiVersion: 'example.test/v1' }),
      definition,
      inWave('ConfigMap/first', -1, { namespace: 'side' }),
      object('Namespace/side', { namespace: '' }),
    ],
  });
  assert.deepEqual(told(attempts), [
    '0 create CustomResourceDefinition/widgets.example.test',
    '0 create Widget/first',
    '1 create Namespace/side',
    '1 create ConfigMap/first',
  ]);
});

test('The destination’s namespace is made before all else, whatever its wave', async () => {
  const namespace = inWave('Namespace/shop', 7, { namespace: '' });
  const desired = [namespace, inWave('ConfigMap/a', 8), hook('Job/before', 'PreSync')];
  assert.deepEqual(told(await attemptsOf(unitOf(), { desired })), [
    '0 create Namespace/shop',
    '1 create Job/before',
    '2 create ConfigMap/a',
  ]);
  // Where it is there, it waits for its turn: with the first that lives in it.
  const live = [{ ...namespace, metadata: { name: 'shop', resourceVersion: '1' } }];
  assert.deepEqual(told(await attemptsOf(unitOf(), { desired, live })), [
    '0 patch Namespace/shop',
    '0 create Job/before',
    '1 create ConfigMap/a',
  ]);
});

test('Prunes go first in their step, and their waves are mirrored only at the first step', async () => {
  const attempts = await attemptsOf(pruning, {
    desired: [inWave('ConfigMap/zero', 0), inWave('ConfigMap/one', 1)],
    leaving: [inWave('Secret/zero', 0), inWave('Secret/two', 2)],
  });
  assert.deepEqual(told(attempts), [
    '0 delete Secret/two',
    '0 create ConfigMap/zero',
    '1 delete Secret/zero',
    '2 create ConfigMap/one',
  ]);
});

test('PruneLast, of the Application or of the object, puts a prune after the last wave', async () => {
  const desired = [inWave('ConfigMap/a', 0), inWave('ConfigMap/b', 3)];
  const option = { annotations: { 'argocd.argoproj.io/sync-options': 'PruneLast=true' } };
  assert.deepEqual(told(await attemptsOf(pruning, { desired, leaving: [object('Secret/a', option)] })), [
    '0 create ConfigMap/a',
    '1 create ConfigMap/b',
    '2 delete Secret/a',
  ]);
  const last = unitOf({ syncPolicy: { automated: { prune: true }, syncOptions: ['PruneLast=true'] } });
  assert.deepEqual(told(await attemptsOf(last, { desired, leaving: [object('Secret/a')] })), [
    '0 create ConfigMap/a',
    '1 create ConfigMap/b',
    '2 delete Secret/a',
  ]);
});

test('A hook of two phases is one attempt, in the first of them', async () => {
  const attempts = await attemptsOf(unitOf(), {
    desired: [hook('Job/both', 'PostSync,PreSync'), object('ConfigMap/a')],
  });
  assert.deepEqual(told(attempts), ['0 create Job/both', '1 create ConfigMap/a']);
});

test('Of what is pruned the annotations of the live object count', async () => {
  const attempts = await attemptsOf(pruning, {
    desired: [inWave('ConfigMap/a', 0)],
    leaving: [object('Secret/a')],
    live: [inWave('Secret/a', 4)],
  });
  assert.deepEqual(told(attempts), ['0 create ConfigMap/a', '1 delete Secret/a']);
});
