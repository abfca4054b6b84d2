/** An object -> the same as Argo CD writes its kind before every comparison (gitops-engine pkg/diff, Normalize). */
import { at, isJsonArray, isJsonObject, type Json } from '../../../object/json.ts';
import { identityOf } from '../../../object/identity.ts';
import type { KubeObject } from '../../../object/kube-object.ts';

export interface BuiltInOptions {
  /** `resource.compareoptions`: the rules of an aggregated role are its controller's. */
  readonly ignoreAggregatedRoles: boolean;
}

export function asCompared(object: KubeObject, options: BuiltInOptions): KubeObject {
  const { creationTimestamp: _, ...metadata } = object.metadata;
  const dated = { ...object, metadata: { ...metadata, name: object.metadata.name } };
  const { group, kind } = identityOf(object);
  if (group === '' && kind === 'Secret') return secret(dated);
  const isRole = kind === 'Role' || kind === 'ClusterRole';
  return group === 'rbac.authorization.k8s.io' && isRole ? role(dated, options) : dated;
}

function secret(object: KubeObject): KubeObject {
  const { stringData, data, ...others } = object;
  const texts = isJsonObject(stringData) ? Object.entries(stringData) : [];
  const encoded = texts.map(([key, value]) => [key, base64(value)] as const);
  const known = isJsonObject(data) ? Object.entries(data) : [];
  if (encoded.length === 0 && known.length === 0) return object;
  const all = [...known.map(([key, value]) => [key, value ?? ''] as const), ...encoded];
  return { ...others, data: Object.fromEntries(all) };
}

function base64(value: Json): Json {
  return typeof value === 'string' ? Buffer.from(value).toString('base64') : value;
}

function role(object: KubeObject, { ignoreAggregatedRoles }: BuiltInOptions): KubeObject {
  const rules = at(object, 'rules');
  const isAggregated = ignoreAggregatedRoles && isJsonObject(object['aggregationRule']);
  const isEmpty = isJsonArray(rules) && rules.length === 0;
  return isAggregated || isEmpty ? { ...object, rules: null } : object;
}
