/** What `kubectl auth reconcile`, which Argo CD runs before a client-side apply of RBAC, does that the apply alone would not (k8s.io/component-helpers auth/rbac/reconciliation). */
import { isDeepStrictEqual } from 'node:util';
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { annotationOf } from './annotations.ts';

export function isReconciled({ apiVersion }: KubeObject): boolean {
  return apiVersion === 'rbac.authorization.k8s.io/v1';
}

export function isProtected(live: KubeObject): boolean {
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

/** The fields that it writes of an object which is not there yet: all but the record of what was applied. */
export function madeByReconcile(target: KubeObject): JsonObject {
  if (!isReconciled(target)) return {};
  const own = Object.keys(target).filter((key) => !['apiVersion', 'kind', 'metadata'].includes(key));
  return {
    ...fieldsOf(own),
    'f:metadata': {
      'f:annotations': { '.': {}, ...fieldsOf(Object.keys(mapAt(target, 'annotations'))) },
      'f:labels': {},
    },
  };
}

/** The fields that it adds to a live one and that the apply leaves as they are. */
export function writtenByReconcile(target: KubeObject, live: KubeObject): JsonObject {
  if (!isReconciled(target) || isProtected(live)) return {};
  const lists = [
    ...(isAddedTo(added(target, live, 'subjects'), () => true) ? ['subjects'] : []),
    ...(isAddedTo(added(target, live, 'rules'), isSingle) ? ['rules'] : []),
  ];
  const metadata = ['annotations', 'labels'].flatMap((key) => {
    const there = mapAt(live, key);
    const names = Object.keys(mapAt(target, key)).filter((name) => !Object.hasOwn(there, name));
    const map = Object.keys(there).length === 0 ? { '.': {} } : {};
    return names.length === 0 ? [] : [[`f:${key}`, { ...map, ...fieldsOf(names) }] as const];
  });
  return {
    ...fieldsOf(lists),
    ...(metadata.length === 0 ? {} : { 'f:metadata': Object.fromEntries(metadata) }),
  };
}

interface Added {
  readonly before: readonly Json[];
  /** What stands behind the live items, where those are unchanged. */
  readonly more: readonly Json[];
}

function added(target: KubeObject, live: KubeObject, key: string): Added | undefined {
  const [wanted, is] = [at(target, key), at(live, key)];
  const before = isJsonArray(is) ? is : [];
  if (!isJsonArray(wanted) || !isDeepStrictEqual(wanted.slice(0, before.length), before)) return undefined;
  return { before, more: wanted.slice(before.length) };
}

/** Whether the union of both is what is declared, so that the apply finds nothing to change. */
function isAddedTo(
  list: Added | undefined,
  isWhole: (item: Json, before: readonly Json[]) => boolean,
): boolean {
  if (list === undefined || list.more.length === 0) return false;
  const { before, more } = list;
  return more.every((item, index) => {
    const others = [...before, ...more.slice(0, index)];
    return isWhole(item, before) && !others.some((other) => isDeepStrictEqual(other, item));
  });
}

const partsOfRule = ['verbs', 'apiGroups', 'resources', 'resourceNames', 'nonResourceURLs'];

/** Rules are taken apart to be united: only one that cannot be, and that no live one covers, is added as it stands. */
function isSingle(rule: Json, before: readonly Json[]): boolean {
  const isOne = partsOfRule.every((part) => textsAt(rule, part).length <= 1);
  return isOne && !before.some((other) => covers(other, rule));
}

export function covers(owner: Json, rule: Json): boolean {
  return partsOfRule.every((part) => {
    const [has, wants] = [textsAt(owner, part), textsAt(rule, part)];
    if (part === 'resourceNames' && has.length === 0) return true;
    if (part === 'resourceNames' && wants.length === 0) return false;
    return has.includes('*') || wants.every((each) => has.includes(each));
  });
}

function textsAt(rule: Json, part: string): readonly Json[] {
  const list = at(rule, part);
  return isJsonArray(list) ? list : [];
}

function fieldsOf(names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [`f:${name}`, {}]));
}

function mapAt(object: KubeObject, key: string): JsonObject {
  const map = at(object, 'metadata', key);
  return isJsonObject(map) ? map : {};
}
