import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMask } from '../../../../src/object/mask.ts';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { sharedClaims } from '../../../../src/reconciler/argo-cd/sync/claimed-twice.ts';
import { notesOn } from '../../../../src/reconciler/argo-cd/sync/notes.ts';
import { hook, object, unitOf } from './story.ts';

function notes(before: KubeObject | undefined, after: KubeObject, applied = true): readonly string[] {
  return notesOn(unitOf(), [{ before, after, applied }], createMask());
}

test('A hook is told with what a second run of it may do', () => {
  const migrate = { ...hook('Job/migrate', 'PreSync'), spec: { backoffLimit: 2 } };
  assert.deepEqual(notes(undefined, migrate), [
    'Hook `Job shop/migrate` runs before the sync, as at every sync: under one name, no deadline, tried again up to 2 times, deleted before its next run, nothing in its environment tells two runs apart.',
  ]);
  assert.deepEqual(notes(undefined, migrate, false), []);
});

test('Hooks that this sync does not run, and what is no hook, are not told', () => {
  assert.deepEqual(notes(undefined, hook('Job/mend', 'SyncFail')), []);
  assert.deepEqual(notes(undefined, hook('Job/last', 'PostDelete')), []);
  assert.deepEqual(notes(undefined, object('ConfigMap/a')), []);
});

function rollout(strategy: JsonObject, image = 'a'): KubeObject {
  const rest = { spec: { strategy, template: { spec: { containers: [{ name: 'web', image }] } } } };
  return object('Rollout/web', { apiVersion: 'argoproj.io/v1alpha1', rest });
}

const careful = { canary: { steps: [{ setWeight: 10 }, { pause: {} }, { pause: { duration: 60 } }] } };

test('A strategy that changes is told in steps, and whether a rollout starts by it', () => {
  assert.deepEqual(notes(rollout(careful), rollout({ canary: { steps: [] } })), [
    'Rollout `shop/web` changes its strategy from canary by the number of Pods (10 % → wait for a person → wait 60s) to canary by the number of Pods (no steps: all at once). This sync starts no rollout; the next one goes by it.',
  ]);
  assert.deepEqual(notes(rollout(careful), rollout(careful)), []);
});

test('A rollout that starts is told with what its controller writes besides', () => {
  const strategy = { blueGreen: { activeService: 'web', autoPromotionEnabled: false } };
  assert.deepEqual(notes(rollout(strategy), rollout(strategy, 'b')), [
    'Rollout `shop/web` starts a rollout: blue-green (a person moves the traffic).',
    'The controller of Rollout `shop/web` writes Service web: what it sets there is no drift.',
  ]);
});

test('A Rollout that takes its Pods from a Deployment is told with what becomes of its own', () => {
  const told = (scaleDown: string): string => {
    const workloadRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', scaleDown };
    const rest = { spec: { strategy: careful, workloadRef } };
    const after = object('Rollout/web', { apiVersion: 'argoproj.io/v1alpha1', rest });
    return notes(undefined, after).join(' ');
  };
  assert.match(told('onsuccess'), /The controller scales it down/);
  assert.match(told('never'), /Nothing scales it down/);
});

test('An object of another Application is told with who wins', () => {
  const before = object('ConfigMap/shared', {
    annotations: { 'argocd.argoproj.io/tracking-id': 'red:/ConfigMap:shop/shared' },
  });
  assert.deepEqual(notes(before, object('ConfigMap/shared')), [
    '`ConfigMap shop/shared` is part of the Application red, and this sync takes it over. While both declare it, each takes it from the other, and the last one that syncs wins; what the other one prunes is gone for both.',
  ]);
  const own = object('ConfigMap/shared', {
    annotations: { 'argocd.argoproj.io/tracking-id': 'shop:/ConfigMap:shop/shared' },
  });
  assert.deepEqual(notes(own, object('ConfigMap/shared')), []);
  assert.deepEqual(notes(before, object('ConfigMap/shared'), false), []);
});

test('New claims on what other Applications have are one remark for each of them', () => {
  const held = (name: string, by: string): KubeObject =>
    object(`ConfigMap/${name}`, {
      annotations: { 'argocd.argoproj.io/tracking-id': `${by}:/ConfigMap:shop/${name}` },
    });
  const outcomes = [held('a', 'red'), held('b', 'blue'), held('c', 'red'), held('d', 'shop')].map(
    (before) => ({ before, after: object(`ConfigMap/${before.metadata.name}`), applied: true }),
  );
  const remarks = sharedClaims(unitOf(), outcomes, createMask());
  assert.deepEqual(
    remarks.map(({ severity, objects, detail }) => [
      severity,
      objects.map(({ name }) => name).join(),
      /part of the Application (\w+)\./u.exec(detail)?.[1],
    ]),
    [
      ['block', 'a,c', 'red'],
      ['block', 'b', 'blue'],
    ],
  );
  assert.deepEqual(sharedClaims(unitOf(), [], createMask()), []);
});

test('A claim on what may not be shown is one remark that does not say whose it is', () => {
  const outcomes = ['red', 'blue', 'shop'].map((by) => ({
    before: object(`ConfigMap/${by}`, {
      annotations: { 'argocd.argoproj.io/tracking-id': `${by}:/ConfigMap:shop/${by}` },
    }),
    after: object(`ConfigMap/${by}`),
    applied: true,
    unshown: true as const,
  }));
  const remarks = sharedClaims(unitOf(), outcomes, createMask());
  assert.deepEqual(
    remarks.map(({ severity, objects }) => `${severity} ${objects.map(({ name }) => name).join()}`),
    ['block red,blue'],
  );
  assert.match(remarks[0]?.detail ?? '', /is part of another Application, which may not be shown here\./);
  assert.doesNotMatch(JSON.stringify(remarks[0]?.restsOn), /"other":"/);
});
