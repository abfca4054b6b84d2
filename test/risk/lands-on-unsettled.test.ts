import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import type { Finding } from '../../src/risk/finding.ts';
import { landsOnUnsettled } from '../../src/risk/rules/lands-on-unsettled.ts';
import { object } from '../diff/objects.ts';
import { compared, judge, subject } from './subjects.ts';

const steps: Json = [{ setWeight: 20 }, { pause: {} }, { setWeight: 60 }, { pause: { duration: '10m' } }];

function rollout(status: JsonObject, spec: JsonObject = {}): KubeObject {
  const whole = { strategy: { canary: { steps } }, template: { image: 'web:1' }, ...spec };
  const observed = { observedGeneration: '3', currentPodHash: 'b', stableRS: 'a', ...status };
  return object('argoproj.io/v1alpha1', 'Rollout', {
    metadata: { generation: 3 },
    spec: whole,
    status: observed,
  });
}

function found(status: JsonObject, after: JsonObject, before: JsonObject = {}): readonly Finding[] {
  return judge(landsOnUnsettled, subject(compared([rollout(status, before)], [rollout(status, after)])));
}

function detail(status: JsonObject, after: JsonObject, before: JsonObject = {}): string {
  return (
    found(status, after, before)
      .map((one) => `${one.severity}: ${one.detail}`)
      .join() || 'quiet'
  );
}

const waits = {
  phase: 'Paused',
  message: 'CanaryPauseStep',
  currentStepIndex: 1,
  pauseConditions: [{ reason: 'CanaryPauseStep' }],
};
const release = { template: { image: 'web:2' } };

test('a new revision ends the one that waits for a person, and starts from the beginning', () => {
  assert.equal(
    detail(waits, release),
    'warn: Now it is `Suspended`: it waits at step 2 of 4, for a person ("CanaryPauseStep"). The revision that is on its way ends here, whatever a person or an analysis would have said of it, and the new revision starts from the beginning (if it is the version that serves now: without steps).',
  );
  const inconclusive = { ...waits, pauseConditions: [{ reason: 'InconclusiveAnalysisRun' }] };
  assert.match(detail(inconclusive, release), /since an analysis was inconclusive/);
  assert.match(
    detail({ phase: 'Progressing', currentStepIndex: 0 }, release),
    /`Progressing`: a new revision is on its way at step 1 of 4\./,
  );
});

test('other steps start an aborted version again without a person, a new revision does, too', () => {
  const aborted = { phase: 'Degraded', abort: true, message: 'RolloutAborted: aborted update to revision 2' };
  const shorter = { strategy: { canary: { steps: [{ setWeight: 20 }] } } };
  assert.match(
    detail(aborted, shorter),
    /^warn: Now it is `Degraded`: its last rollout was aborted.*the aborted version starts again, at the first step, without a person/,
  );
  assert.match(detail(aborted, release), /forgets that it was aborted, and the new revision starts/);
  assert.match(detail(aborted, { replicas: 5 }), /^info: .*so it stays as it is/);
  assert.match(detail(waits, shorter), /on its way starts again at the first one/);
});

test('while `spec.paused` is true nothing starts, and a change that takes it back lets it go on', () => {
  const paused = { phase: 'Paused', message: 'manually paused' };
  assert.match(
    detail(paused, { ...release, paused: true }, { paused: true }),
    /stays paused after this change/,
  );
  assert.match(detail(paused, release, { paused: true }), /takes that back/);
});

test('what is Healthy, or only scales, is quiet', () => {
  assert.equal(detail({ phase: 'Healthy' }, release), 'quiet');
  assert.equal(detail({ phase: 'Progressing', stableRS: 'b' }, release), 'quiet');
  assert.equal(detail(waits, {}), 'quiet');
});

test('a Rollout that takes its Pods from a Deployment gets a new revision by a change there', () => {
  const workloadRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
  const { template: _none, ...spec } = { workloadRef, strategy: { canary: { steps } }, template: null };
  const same = object('argoproj.io/v1alpha1', 'Rollout', {
    metadata: { generation: 3 },
    spec,
    status: { observedGeneration: '3', currentPodHash: 'b', stableRS: 'a', ...waits },
  });
  const deployment = (image: string): KubeObject =>
    object('apps/v1', 'Deployment', { spec: { replicas: 0, template: { image } } });
  const comparisons = compared([same, deployment('web:1')], [same, deployment('web:2')]);
  const findings = judge(landsOnUnsettled, subject(comparisons));
  const [{ objects, detail: said } = { objects: [], detail: '' }, ...others] = findings.filter(
    ({ objects: [one] }) => one?.kind === 'Rollout',
  );
  assert.deepEqual(
    objects.map(({ name }) => name),
    ['web'],
  );
  assert.deepEqual(others, []);
  assert.match(said, /The revision that is on its way ends here/);
});

test('a Deployment that failed, or is paused, is told; one of which Pods are on their way is not', () => {
  const deployment = (image: string, more: JsonObject, conditions: Json = []): KubeObject =>
    object('apps/v1', 'Deployment', {
      metadata: { generation: 2 },
      spec: { replicas: 1, template: { image }, ...more },
      status: { observedGeneration: 2, conditions },
    });
  const told = (more: JsonObject, conditions?: Json): string => {
    const pair = [deployment('web:1', more, conditions), deployment('web:2', more, conditions)] as const;
    return judge(landsOnUnsettled, subject(compared([pair[0]], [pair[1]])))[0]?.detail ?? 'quiet';
  };
  const late = [{ type: 'Progressing', reason: 'ProgressDeadlineExceeded' }];
  assert.match(told({}, late), /`Degraded`: .* This change brings new Pods in the place of those/);
  assert.match(told({ paused: true }), /`Suspended`: .*no new Pods come until that is taken back/);
  assert.equal(told({}), 'quiet');
});

test('an approval holds for the state that it was given in, and no other', () => {
  const print = (status: JsonObject): string | undefined => found(status, release)[0]?.fingerprint;
  assert.ok(print(waits) !== undefined);
  assert.notEqual(print(waits), print({ ...waits, currentPodHash: 'c' }));
});
