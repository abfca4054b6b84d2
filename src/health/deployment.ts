/** A live Deployment -> its health as Argo CD says it (gitops-engine, pkg/health/health_deployment.go). */
import { at, isJsonArray } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { Health, HealthWord, Standing } from './health.ts';

export function deploymentHealth(deployment: KubeObject): Health {
  if (at(deployment, 'spec', 'paused') === true) return health('Suspended', 'paused');
  const observed = numberAt(deployment, 'status', 'observedGeneration');
  if (numberAt(deployment, 'metadata', 'generation') > observed) return health('Progressing', 'moving');
  if (isTooLate(deployment)) return health('Degraded', 'failed');
  const updated = numberAt(deployment, 'status', 'updatedReplicas');
  const isThere =
    updated >= numberAt(deployment, 'spec', 'replicas') &&
    updated >= numberAt(deployment, 'status', 'replicas') &&
    updated <= numberAt(deployment, 'status', 'availableReplicas');
  return isThere ? health('Healthy', 'settled') : health('Progressing', 'moving');
}

function health(word: HealthWord, standing: Standing): Health {
  return { word, standing, message: '' };
}

function isTooLate(deployment: KubeObject): boolean {
  const conditions = at(deployment, 'status', 'conditions');
  return (isJsonArray(conditions) ? conditions : []).some(
    (condition) =>
      at(condition, 'type') === 'Progressing' && at(condition, 'reason') === 'ProgressDeadlineExceeded',
  );
}

/** What is not there counts as 0, as Go has it. */
function numberAt(deployment: KubeObject, part: 'metadata' | 'spec' | 'status', key: string): number {
  const value = at(deployment, part, key);
  return typeof value === 'number' ? value : 0;
}
