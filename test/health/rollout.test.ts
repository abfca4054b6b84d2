import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deploymentHealth } from '../../src/health/deployment.ts';
import type { Health } from '../../src/health/health.ts';
import { rolloutHealth } from '../../src/health/rollout.ts';
import type { JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { object } from '../diff/objects.ts';

function rollout(status: JsonObject, parts: { metadata?: JsonObject; spec?: JsonObject } = {}): KubeObject {
  const metadata = { generation: 5, ...parts.metadata };
  const observed = { observedGeneration: '5', ...status };
  return object('argoproj.io/v1alpha1', 'Rollout', { spec: {}, ...parts, metadata, status: observed });
}

function brief(health: Health | undefined): string {
  return health === undefined ? 'unknown' : `${health.word} ${health.standing} ${health.message}`.trim();
}

const told = (status: JsonObject, parts = {}): string => brief(rolloutHealth(rollout(status, parts)));

test('the phase of a Rollout is its health, and Paused is Suspended', () => {
  assert.equal(told({ phase: 'Healthy' }), 'Healthy settled');
  assert.equal(
    told({ phase: 'Progressing', message: 'more replicas need to be updated' }),
    'Progressing moving more replicas need to be updated',
  );
  const step = { controllerPause: true, pauseConditions: [{ reason: 'CanaryPauseStep' }] };
  assert.equal(
    told({ phase: 'Paused', message: 'CanaryPauseStep', ...step }),
    'Suspended waits CanaryPauseStep',
  );
  const inconclusive = {
    pauseConditions: [{ reason: 'CanaryPauseStep' }, { reason: 'InconclusiveAnalysisRun' }],
  };
  assert.match(told({ phase: 'Paused', ...inconclusive }), /^Suspended inconclusive/);
  assert.equal(told({ phase: 'Paused' }, { spec: { paused: true } }), 'Suspended paused');
});

test('an abort is told from a revision that does not get ready', () => {
  const aborted = {
    phase: 'Degraded',
    abort: true,
    message: 'RolloutAborted: Rollout aborted update to revision 2',
  };
  assert.match(told(aborted), /^Degraded aborted RolloutAborted/);
  assert.equal(told({ phase: 'Degraded', message: 'InvalidSpec' }), 'Degraded failed InvalidSpec');
});

test('what the controller has not seen yet is Progressing, whatever the phase says', () => {
  const healthy = { phase: 'Healthy' };
  assert.equal(told({ ...healthy, observedGeneration: '4' }), 'Progressing moving');
  // A hash of before 0.10, and one that looks like a number.
  assert.equal(told({ ...healthy, observedGeneration: '58b949649c' }), 'Healthy settled');
  assert.equal(told({ ...healthy, observedGeneration: '8575574967' }), 'Healthy settled');
  const annotations = { 'rollout.argoproj.io/workload-generation': '3' };
  const parts = { metadata: { annotations }, spec: { workloadRef: { kind: 'Deployment', name: 'web' } } };
  assert.equal(told({ ...healthy, workloadObservedGeneration: '2' }, parts), 'Progressing moving');
  assert.equal(told({ ...healthy, workloadObservedGeneration: '3' }, parts), 'Healthy settled');
  const { status: _none, ...bare } = rollout({});
  assert.equal(brief(rolloutHealth(bare)), 'Progressing moving');
});

test('a controller of before 1.0 writes no phase: what failed or waits is told, and no more', () => {
  const condition = { type: 'Progressing', reason: 'RolloutAborted', message: 'Rollout is aborted' };
  assert.equal(told({ abort: true, conditions: [condition] }), 'Degraded aborted Rollout is aborted');
  const late = { type: 'Progressing', reason: 'ProgressDeadlineExceeded', message: 'timed out' };
  assert.equal(told({ conditions: [late] }), 'Degraded failed timed out');
  assert.equal(
    told({ conditions: [{ type: 'InvalidSpec', message: 'no strategy' }] }),
    'Degraded failed no strategy',
  );
  assert.equal(told({ pauseConditions: [{ reason: 'BlueGreenPause' }] }), 'Suspended waits');
  assert.equal(told({ currentPodHash: '6758949f55' }), 'unknown');
  assert.equal(told({ phase: 'Unheard' }), 'unknown');
});

test('a Deployment is Suspended, Degraded, Progressing or Healthy as kubectl rollout status has it', () => {
  const of = (status: JsonObject, spec: JsonObject = {}): string => {
    const there = { observedGeneration: 2, replicas: 3, updatedReplicas: 3, availableReplicas: 3, ...status };
    const metadata = { generation: 2 };
    return brief(
      deploymentHealth(
        object('apps/v1', 'Deployment', { metadata, spec: { replicas: 3, ...spec }, status: there }),
      ),
    );
  };
  assert.equal(of({}), 'Healthy settled');
  assert.equal(of({}, { paused: true }), 'Suspended paused');
  const late = { type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' };
  assert.equal(of({ conditions: [late] }), 'Degraded failed');
  for (const behind of [
    { observedGeneration: 1 },
    { updatedReplicas: 1 },
    { replicas: 4 },
    { availableReplicas: 2 },
  ]) {
    assert.equal(of(behind), 'Progressing moving', JSON.stringify(behind));
  }
});
