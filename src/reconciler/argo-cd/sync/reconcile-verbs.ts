/** An RBAC object and its live form -> the verbs that `kubectl auth reconcile` needs of it, beside those of the apply that follows. */
import { at, isJsonArray, isJsonObject, type Json } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { changesRole, covers, isProtected, isReconciled } from './rbac.ts';

/** What it makes has no record of an apply, which a patch then adds; what lives it puts where something is to be added. */
export function reconcileVerbs(target: KubeObject, live: KubeObject | undefined): readonly string[] {
  if (!isReconciled(target)) return [];
  if (live === undefined) return ['create', 'patch'];
  if (isProtected(live)) return [];
  if (changesRole(target, live)) return ['patch'];
  return addsTo(target, live) ? ['update'] : [];
}

/** A rule that only several live rules cover together counts as one that is added. */
function addsTo(target: KubeObject, live: KubeObject): boolean {
  const hasNewRule = itemsAt(target, 'rules').some(
    (rule) => !itemsAt(live, 'rules').some((other) => covers(other, rule)),
  );
  const hasNewSubject = itemsAt(target, 'subjects').some(
    (subject) => !itemsAt(live, 'subjects').some((other) => isSameSubject(other, subject)),
  );
  const isForeign = at(live, 'aggregationRule') !== undefined && at(target, 'aggregationRule') === undefined;
  return hasNewRule || hasNewSubject || isForeign || hasNewKey(target, live);
}

function isSameSubject(one: Json, other: Json): boolean {
  return ['kind', 'namespace', 'name'].every((key) => (at(one, key) ?? '') === (at(other, key) ?? ''));
}

function hasNewKey(target: KubeObject, live: KubeObject): boolean {
  return ['labels', 'annotations'].some((map) => {
    const wanted = at(target, 'metadata', map);
    const keys = isJsonObject(wanted) ? Object.keys(wanted) : [];
    return keys.some((key) => at(live, 'metadata', map, key) === undefined);
  });
}

function itemsAt(object: KubeObject, key: string): readonly Json[] {
  const list = at(object, key);
  return isJsonArray(list) ? list : [];
}
