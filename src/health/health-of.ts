/** A live workload -> its health, and whether it is settled. */
import { groupVersionOf } from '../object/identity.ts';
import { at } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { deploymentHealth } from './deployment.ts';
import type { Health } from './health.ts';
import { rolloutHealth } from './rollout.ts';

/** Undefined for kinds of which Argo CD's own check is not known here. */
export function healthOf(object: KubeObject): Health | undefined {
  const { group } = groupVersionOf(object.apiVersion);
  if (group === 'argoproj.io' && object.kind === 'Rollout') return rolloutHealth(object);
  return group === 'apps' && object.kind === 'Deployment' ? deploymentHealth(object) : undefined;
}

/** Whether something is on its way, or stuck, that a change would meet. A Deployment of which new Pods are on their way takes further ones as they come. */
export function isUnsettled(object: KubeObject, { standing }: Health): boolean {
  if (standing === 'settled') return false;
  return standing !== 'moving' || isBetweenRevisions(object);
}

function isBetweenRevisions({ status }: KubeObject): boolean {
  const stable = at(status, 'stableRS');
  return typeof stable === 'string' && stable !== '' && stable !== at(status, 'currentPodHash');
}
