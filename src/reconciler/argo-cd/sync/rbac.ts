/** What `kubectl auth reconcile`, which Argo CD runs before a client-side apply of RBAC, does that the apply alone would not (k8s.io/component-helpers auth/rbac/reconciliation). */
import { isDeepStrictEqual } from 'node:util';
import { at, type JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { annotationOf } from './annotations.ts';

export function isReconciled({ apiVersion }: KubeObject): boolean {
  return apiVersion === 'rbac.authorization.k8s.io/v1';
}

function isProtected(live: KubeObject): boolean {
  return annotationOf(live, 'rbac.authorization.kubernetes.io/autoupdate') === 'false';
}

/** A role cannot be changed in place: the binding is deleted and made again. An API group that is left out differs too. */
export function changesRole(target: KubeObject, live: KubeObject): boolean {
  if (!isReconciled(target) || !target.kind.endsWith('Binding') || isProtected(live)) return false;
  const parts = ['apiGroup', 'kind', 'name'];
  const roleOf = (object: KubeObject) => parts.map((part) => at(object, 'roleRef', part) ?? '');
  return !isDeepStrictEqual(roleOf(target), roleOf(live));
}

/** An aggregation that Git does not state is taken away, whoever put it there. */
export function withoutForeignAggregation(
  body: JsonObject,
  target: KubeObject,
  live: KubeObject,
): JsonObject {
  const isForeign =
    isReconciled(target) &&
    target.kind === 'ClusterRole' &&
    !isProtected(live) &&
    at(live, 'aggregationRule') !== undefined &&
    at(target, 'aggregationRule') === undefined;
  return isForeign ? { ...body, aggregationRule: null } : body;
}
