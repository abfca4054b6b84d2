/**
 * A live Rollout -> its health as Argo CD says it (argo-cd 3.5, resource_customizations/argoproj.io/Rollout/health.lua).
 * Undefined where its controller is older than 1.0, which wrote no phase, and nothing it wrote says that it failed or waits.
 */
import type { Json } from '../object/json.ts';
import { at, isJsonArray } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { Health, Standing } from './health.ts';

export function rolloutHealth(rollout: KubeObject): Health | undefined {
  if (!isObserved(rollout) || !isWorkloadObserved(rollout)) return moving('');
  const message = textOf(at(rollout, 'status', 'message'));
  const phase = at(rollout, 'status', 'phase');
  if (phase === undefined) return withoutPhase(rollout);
  switch (textOf(phase)) {
    case 'Healthy':
      return { word: 'Healthy', standing: 'settled', message };
    case 'Progressing':
      return moving(message);
    case 'Paused':
      return { word: 'Suspended', standing: waitingOf(rollout), message };
    case 'Degraded':
      return { word: 'Degraded', standing: failureOf(rollout), message };
    default:
      return undefined;
  }
}

function moving(message: string): Health {
  return { word: 'Progressing', standing: 'moving', message };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** It is a text; before 0.10 it was a hash, which may look like a number. */
function isObserved(rollout: KubeObject): boolean {
  if (at(rollout, 'status') === undefined) return false;
  const observed = numberIn(at(rollout, 'status', 'observedGeneration'));
  const generation = Number(at(rollout, 'metadata', 'generation'));
  return observed === undefined || observed >= generation;
}

function isWorkloadObserved(rollout: KubeObject): boolean {
  const annotations = at(rollout, 'metadata', 'annotations');
  if (at(rollout, 'spec', 'workloadRef') === undefined || annotations === undefined) return true;
  const stated = numberIn(at(annotations, 'rollout.argoproj.io/workload-generation'));
  return stated === numberIn(at(rollout, 'status', 'workloadObservedGeneration'));
}

function numberIn(value: Json | undefined): number | undefined {
  const text = typeof value === 'number' ? String(value) : textOf(value);
  return /^\d+$/u.test(text) ? Number(text) : undefined;
}

/** Several may hold it at once: what needs a person counts before what ends by itself. */
function waitingOf(rollout: KubeObject): Standing {
  if (at(rollout, 'spec', 'paused') === true) return 'paused';
  const conditions = at(rollout, 'status', 'pauseConditions');
  const reasons = isJsonArray(conditions) ? conditions.map((each) => textOf(at(each, 'reason'))) : [];
  return reasons.some((reason) => reason.startsWith('Inconclusive')) ? 'inconclusive' : 'waits';
}

function failureOf(rollout: KubeObject): Standing {
  return at(rollout, 'status', 'abort') === true ? 'aborted' : 'failed';
}

const failures: ReadonlySet<string> = new Set(['RolloutAborted', 'ProgressDeadlineExceeded']);

function withoutPhase(rollout: KubeObject): Health | undefined {
  const conditions = at(rollout, 'status', 'conditions');
  const failed = (isJsonArray(conditions) ? conditions : []).find((condition) => {
    const type = at(condition, 'type');
    return (
      type === 'InvalidSpec' || (type === 'Progressing' && failures.has(textOf(at(condition, 'reason'))))
    );
  });
  if (failed !== undefined) {
    return { word: 'Degraded', standing: failureOf(rollout), message: textOf(at(failed, 'message')) };
  }
  const pauses = at(rollout, 'status', 'pauseConditions');
  const isPaused = at(rollout, 'spec', 'paused') === true || (isJsonArray(pauses) && pauses.length > 0);
  if (!isPaused) return undefined;
  return { word: 'Suspended', standing: waitingOf(rollout), message: '' };
}
