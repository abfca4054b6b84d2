/**
 * An answer that writes a role or a binding -> what the API server asks of whoever writes it: the right to grant, or all
 * that is granted (facts/kubernetes.md §1). Proofline itself may grant, so no dry run tells whether the writer may.
 */
import { isDeepStrictEqual } from 'node:util';

import { groupVersionOf } from '../object/identity.ts';
import { at, isJsonArray, type Json, type JsonObject } from '../object/json.ts';
import { namespaceOf, type KubeObject } from '../object/kube-object.ts';
import type { Answer } from './answer.ts';
import type { Right } from './cluster.ts';

export interface Grant {
  /** `escalate` or `bind`: alone it suffices. */
  readonly right: Right;
  /** All of these suffice too; undefined where they could not be told. */
  readonly granted: readonly Right[] | undefined;
}

const rbac = 'rbac.authorization.k8s.io';

/** `answers` are those of the whole unit: a binding's role may be among them. */
export function grantOf(answer: Answer, answers: readonly Answer[]): Grant | undefined {
  const object = written(answer);
  if (object === undefined || groupVersionOf(object.apiVersion).group !== rbac) return undefined;
  if (isLeftAlone(answer)) return undefined;
  if (object.kind === 'Role' || object.kind === 'ClusterRole') {
    return grant(object, { verb: 'escalate', resource: resourceOf(object.kind), name: object.metadata.name });
  }
  const name = at(object, 'roleRef', 'name');
  const kind = at(object, 'roleRef', 'kind');
  if (!object.kind.endsWith('Binding') || typeof name !== 'string' || typeof kind !== 'string') {
    return undefined;
  }
  const place = kind === 'Role' ? namespaceOf(object) : '';
  const role = answers
    .map(written)
    .find((each) => each?.kind === kind && each.metadata.name === name && namespaceOf(each) === place);
  return grant(object, { verb: 'bind', resource: resourceOf(kind), name }, role);
}

function resourceOf(kind: string): string {
  return `${kind.toLowerCase()}s`;
}

/** Who owns it, and what a deletion waits for, grants nothing (pkg/registry/rbac, IsOnlyMutatingGCFields). */
function isLeftAlone({ live, prediction }: Answer): boolean {
  if (live.kind !== 'found' || prediction.kind !== 'object') return false;
  return isDeepStrictEqual(granting(live.object), granting(prediction.object));
}

function granting(object: KubeObject): JsonObject {
  const {
    managedFields: _fields,
    ownerReferences: _owners,
    finalizers: _waits,
    ...metadata
  } = object.metadata;
  return { ...object, metadata };
}

const unwritten: readonly string[] = ['delete', 'skip', 'refuse', 'unknown'];

function written({ attempt, prediction }: Answer): KubeObject | undefined {
  if (unwritten.includes(attempt.kind)) return undefined;
  if (attempt.kind === 'patch' && Object.keys(attempt.body).length === 0) return undefined;
  return prediction.kind === 'object' || prediction.kind === 'recreated' ? prediction.object : attempt.object;
}

function grant(
  object: KubeObject,
  right: Pick<Right, 'verb' | 'resource' | 'name'>,
  role: KubeObject | undefined = object.kind.endsWith('Binding') ? undefined : object,
): Grant {
  const namespace = namespaceOf(object);
  return {
    right: { ...right, group: rbac, subresource: '', namespace },
    granted: role === undefined ? undefined : rightsIn(role, namespace),
  };
}

/** More are not asked one by one. */
const mostRights = 100;

/** Whoever writes an aggregation has to hold everything. */
function rightsIn(role: KubeObject, namespace: string): readonly Right[] | undefined {
  if (at(role, 'aggregationRule') !== undefined) {
    return [{ verb: '*', group: '*', resource: '*', subresource: '', namespace }];
  }
  const rules = at(role, 'rules');
  const all = isJsonArray(rules) ? rules : [];
  if (all.some((rule) => textsAt(rule, 'nonResourceURLs').length > 0)) return undefined;
  // Counted before they are made: the lists of one rule multiply, and a short one would fill the memory.
  const count = all.reduce((sum: number, rule) => sum + rightsCount(rule), 0);
  return count > mostRights ? undefined : all.flatMap((rule) => rightsOf(rule, namespace));
}

function rightsCount(rule: Json): number {
  const [groups, resources, verbs] = ['apiGroups', 'resources', 'verbs'].map(
    (key) => textsAt(rule, key).length,
  );
  const names = Math.max(1, textsAt(rule, 'resourceNames').length);
  return (groups ?? 0) * (resources ?? 0) * (verbs ?? 0) * names;
}

function rightsOf(rule: Json, namespace: string): readonly Right[] {
  const names = textsAt(rule, 'resourceNames');
  return textsAt(rule, 'apiGroups').flatMap((group) =>
    textsAt(rule, 'resources').flatMap((text) => {
      const [resource = '', subresource = ''] = text.split('/');
      return textsAt(rule, 'verbs').flatMap((verb) =>
        (names.length === 0 ? [''] : names).map((name) => ({
          verb,
          group,
          resource,
          subresource,
          namespace,
          name,
        })),
      );
    }),
  );
}

function textsAt(rule: Json, key: string): readonly string[] {
  const texts = at(rule, key);
  return isJsonArray(texts) ? texts.filter((text) => typeof text === 'string') : [];
}
