/** A workload before and after -> whether its Pods are replaced, and how many. */
import { isDeepStrictEqual } from 'node:util';
import { groupVersionOf } from '../object/identity.ts';
import { at } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { Restart } from './change.ts';

function number(object: KubeObject, ...path: readonly string[]): number | undefined {
  const value = at(object, ...path);
  return typeof value === 'number' ? value : undefined;
}

function group(object: KubeObject): string {
  return groupVersionOf(object.apiVersion).group;
}

/** Kinds that replace their Pods by themselves when the template changes. */
export function isRestarting(object: KubeObject): boolean {
  if (group(object) === 'apps') return ['Deployment', 'StatefulSet', 'DaemonSet'].includes(object.kind);
  return group(object) === 'argoproj.io' && object.kind === 'Rollout';
}

/** Replicas of the live object, since these Pods are replaced; the API server's default is one. */
function replicas(before: KubeObject): number {
  return number(before, 'spec', 'replicas') ?? 1;
}

function statefulSetPods(before: KubeObject, after: KubeObject): number {
  const partition = number(after, 'spec', 'updateStrategy', 'rollingUpdate', 'partition') ?? 0;
  return Math.max(0, replicas(before) - partition);
}

function podsOf(before: KubeObject, after: KubeObject): number | undefined {
  if (after.kind === 'DaemonSet') return number(before, 'status', 'desiredNumberScheduled');
  return after.kind === 'StatefulSet' ? statefulSetPods(before, after) : replicas(before);
}

function isHeld(after: KubeObject): boolean {
  return at(after, 'spec', 'updateStrategy', 'type') === 'OnDelete' || at(after, 'spec', 'paused') === true;
}

/** Undefined when no Pod is replaced: no template change, OnDelete, paused, or nothing runs. */
export function restartOf(before: KubeObject, after: KubeObject, recreated: boolean): Restart | undefined {
  if (!isRestarting(after)) return undefined;
  const same = isDeepStrictEqual(at(before, 'spec', 'template'), at(after, 'spec', 'template'));
  if (!recreated && (same || isHeld(after))) return undefined;
  const pods = recreated && after.kind === 'StatefulSet' ? replicas(before) : podsOf(before, after);
  return pods === 0 ? undefined : { pods };
}
