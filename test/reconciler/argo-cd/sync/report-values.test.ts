import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { hookRunOf } from '../../../../src/reconciler/argo-cd/sync/hook-runs.ts';
import { rolloutChange, rolloutView } from '../../../../src/reconciler/argo-cd/sync/rollout.ts';
import { isRollout } from '../../../../src/reconciler/rollout-edits.ts';
import { hook, object } from './story.ts';

test('Of a hook that runs, what tells whether a second run does harm', () => {
  const migrate: KubeObject = {
    ...hook('Job/migrate', 'PreSync', { 'argocd.argoproj.io/hook-delete-policy': 'HookSucceeded' }),
    spec: {
      activeDeadlineSeconds: 60,
      backoffLimit: 0,
      template: {
        spec: {
          restartPolicy: 'Never',
          containers: [
            {
              name: 'm',
              env: [
                { name: 'RUN_ID', value: 'x' },
                { name: 'DSN', value: 'y' },
              ],
            },
          ],
        },
      },
    },
  };
  const notify: KubeObject = {
    ...hook('Job/', 'PostSync'),
    metadata: { ...hook('Job/', 'PostSync').metadata, generateName: 'notify-' },
    spec: { parallelism: 2 },
  };
  assert.deepEqual([migrate, notify].map(hookRunOf), [
    {
      object: { group: '', version: 'v1', kind: 'Job', namespace: 'shop', name: 'migrate' },
      phases: ['PreSync'],
      deletePolicies: ['HookSucceeded'],
      isNamedAnew: false,
      deadline: 60,
      retries: 0,
      parallelism: 1,
      restartPolicy: 'Never',
      keys: ['RUN_ID'],
    },
    {
      object: { group: '', version: 'v1', kind: 'Job', namespace: 'shop', name: 'notify-*' },
      phases: ['PostSync'],
      deletePolicies: ['BeforeHookCreation'],
      isNamedAnew: true,
      deadline: undefined,
      retries: 6,
      parallelism: 2,
      restartPolicy: undefined,
      keys: [],
    },
  ]);
});

function rollout(spec: JsonObject): KubeObject {
  return object('Rollout/web', { apiVersion: 'argoproj.io/v1alpha1', rest: { spec } });
}

const canary: JsonObject = {
  stableService: 'web',
  canaryService: 'web-canary',
  steps: [
    { setWeight: 10 },
    { pause: { duration: '10m' } },
    { analysis: { templates: [{ templateName: 'errors' }] } },
    { setCanaryScale: { replicas: 2 } },
    { setHeaderRoute: { name: 'beta' } },
    { experiment: { templates: [] } },
    { plugin: { name: 'octo/step' } },
    { pause: {} },
    { novel: true },
  ],
  trafficRouting: {
    istio: { virtualServices: [{ name: 'one' }, { name: 'two' }], destinationRule: { name: 'web' } },
    plugins: { 'argoproj-labs/gatewayAPI': { httpRoute: 'web' } },
  },
};

test('A canary is told in its steps', () => {
  const { strategy } = rolloutView(rollout({ strategy: { canary } }));
  assert.ok(strategy.kind === 'canary' && strategy.hasTraffic);
  assert.deepEqual(strategy.steps, [
    { kind: 'weight', percent: 10 },
    { kind: 'pause', for: '10m' },
    { kind: 'analysis', templates: ['errors'] },
    { kind: 'scale', replicas: 2, percent: undefined },
    { kind: 'route', name: 'beta' },
    { kind: 'experiment' },
    { kind: 'plugin', name: 'octo/step' },
    { kind: 'pause', for: undefined },
    { kind: 'unknown' },
  ]);
});

test('What its controller writes elsewhere is its own, and no drift', () => {
  const { edits } = rolloutView(rollout({ strategy: { canary } }));
  assert.deepEqual(
    edits.map(({ object: { kind, name }, pointers }) => `${kind}/${name} ${pointers[0]}`),
    [
      'Service/web /spec/selector/rollouts-pod-template-hash',
      'Service/web-canary /spec/selector/rollouts-pod-template-hash',
      'VirtualService/one /spec/http/-/route/-/weight',
      'VirtualService/two /spec/http/-/route/-/weight',
      'DestinationRule/web /spec/subsets/-/labels/rollouts-pod-template-hash',
      'HTTPRoute/web /spec/rules/-/backendRefs/-/weight',
    ],
  );
});

test('A Rollout may take its Pods from a Deployment, and scale that down', () => {
  const workloadRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', scaleDown: 'onsuccess' };
  const deployment = { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' };
  const strategy = { blueGreen: { activeService: 'web', autoPromotionEnabled: false } };
  const view = rolloutView(rollout({ workloadRef, strategy }));
  assert.deepEqual(view.workload, deployment);
  assert.deepEqual(view.strategy, { kind: 'blue-green', promotes: false, analyses: [] });
  assert.deepEqual(view.edits.at(-1), { object: deployment, pointers: ['/spec/replicas'] });
  assert.equal(rolloutView(rollout({ workloadRef: { ...workloadRef, scaleDown: 'never' } })).edits.length, 0);
});

test('A change of the strategy brings out no new Pods, a change of the template does', () => {
  const was = rollout({ strategy: { canary }, template: { spec: {} } });
  const shorter = { ...canary, steps: [{ setWeight: 50 }] };
  const changed = rolloutChange(was, rollout({ strategy: { canary: shorter }, template: { spec: {} } }));
  assert.deepEqual([changed.strategyChanges, changed.startsRollout], [true, false]);
  const released = rolloutChange(was, rollout({ strategy: { canary }, template: { spec: { a: 1 } } }));
  assert.deepEqual([released.strategyChanges, released.startsRollout], [false, true]);
  const first = rolloutChange(undefined, was);
  assert.deepEqual([first.strategyChanges, first.startsRollout], [false, true]);
});

test('Only a Rollout of Argo is one', () => {
  assert.equal(isRollout(rollout({})), true);
  assert.equal(isRollout(object('Rollout/web')), false);
});
