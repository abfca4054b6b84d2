import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../src/object/json.ts';
import { workloadScaledToZero } from '../../src/risk/rules/workload-scaled-to-zero.ts';
import { object } from '../diff/objects.ts';
import { compared, judge, subject } from './subjects.ts';

function found(kind: readonly [string, string], from: JsonObject, to: JsonObject): string | undefined {
  const [before, after] = [from, to].map((spec) => object(...kind, { spec }));
  assert.ok(before && after);
  return judge(workloadScaledToZero, subject(compared([before], [after])))[0]?.detail;
}

test('a workload that ran and runs no more is told, however its replicas were set', () => {
  const deployment = ['apps/v1', 'Deployment'] as const;
  assert.match(found(deployment, { replicas: 3 }, { replicas: 0 }) ?? '', /from 3 to 0/);
  assert.match(found(deployment, {}, { replicas: 0 }) ?? '', /from 1 to 0/);
  assert.match(
    found(['argoproj.io/v1alpha1', 'Rollout'], { replicas: 2 }, { replicas: 0 }) ?? '',
    /from 2 to 0/,
  );
  assert.equal(found(deployment, { replicas: 3 }, { replicas: 1 }), undefined);
  assert.equal(found(deployment, { replicas: 0 }, { replicas: 0, paused: true }), undefined);
  assert.equal(found(['example.com/v1', 'Thing'], {}, { replicas: 0 }), undefined);
});

test('an autoscaler that may go to zero is told', () => {
  const autoscaler = ['autoscaling/v2', 'HorizontalPodAutoscaler'] as const;
  assert.match(
    found(autoscaler, { maxReplicas: 3 }, { minReplicas: 0, maxReplicas: 3 }) ?? '',
    /minReplicas go from 1 to 0/,
  );
  assert.equal(found(autoscaler, { maxReplicas: 3 }, { maxReplicas: 2 }), undefined);
});
