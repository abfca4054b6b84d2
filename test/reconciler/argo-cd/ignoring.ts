/** Shorthand of the suites about ignore rules: an object, and rules for it. */
import type { JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { declaredRule, type DifferenceRule } from '../../../src/reconciler/argo-cd/ignore/rule.ts';

export function deployment(spec: JsonObject, metadata: JsonObject = {}): KubeObject {
  const named = { ...metadata, name: 'web', namespace: 'apps' };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: named, spec };
}

export function rule(change: Partial<DifferenceRule>): DifferenceRule {
  return { ...declaredRule({ group: 'apps', kind: 'Deployment' }, 0), ...change };
}

export const replicas = rule({ jsonPointers: ['/spec/replicas'] });
