/** An object -> the stage of an apply in which it is sent, and its rank there (facts/reconcilers.md §3b; fluxcd/pkg ssa/{sort,manager_apply}.go). */
import { groupVersionOf, identityOf, type Identity } from '../../../../object/identity.ts';
import type { KubeObject } from '../../../../object/kube-object.ts';
import type { FluxInstallation } from '../../flux-unit.ts';

export const stages = { definitions: 0, classes: 1, custom: 2, rest: 3, prune: 4 } as const;

export function stageOf(
  object: KubeObject,
  { customStageKinds }: Pick<FluxInstallation, 'customStageKinds'>,
): number {
  const { group } = groupVersionOf(object.apiVersion);
  if (definitions.has(`${group}/${object.kind.toLowerCase()}`)) return stages.definitions;
  if (object.kind.endsWith('Class')) return stages.classes;
  return customStageKinds.includes(`${group}/${object.kind}`) ? stages.custom : stages.rest;
}

const definitions: ReadonlySet<string> = new Set([
  'apiextensions.k8s.io/customresourcedefinition',
  '/namespace',
  'rbac.authorization.k8s.io/clusterrole',
]);

const first = [
  'CustomResourceDefinition',
  'Namespace',
  'ClusterRole',
  'ClusterClass',
  'RuntimeClass',
  'PriorityClass',
  'StorageClass',
  'VolumeSnapshotClass',
  'IngressClass',
  'GatewayClass',
  'ClusterRoleBinding',
  'ResourceQuota',
  'ServiceAccount',
  'Role',
  'RoleBinding',
  'ConfigMap',
  'Secret',
  'Service',
  'LimitRange',
  'Deployment',
  'StatefulSet',
  'CronJob',
  'PodDisruptionBudget',
];
const last = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];

const ranks: ReadonlyMap<string, number> = new Map([
  ...first.map((kind, index) => [kind, index - first.length] as const),
  ...last.map((kind, index) => [kind, index + 1] as const),
]);

/** Whatever their groups are; what is not listed comes between those that are, by group, kind, namespace and name. */
export function compareInStage(one: KubeObject, other: KubeObject): number {
  const [a, b] = [identityOf(one), identityOf(other)];
  const byRank = rankOf(a.kind) - rankOf(b.kind);
  return byRank === 0 ? compareNames(a, b) : byRank;
}

function rankOf(kind: string): number {
  return ranks.get(kind) ?? 0;
}

function compareNames(a: Identity, b: Identity): number {
  const keys = ['group', 'kind', 'namespace', 'name'] as const;
  const key = keys.find((each) => a[each] !== b[each]);
  if (key === undefined) return 0;
  return a[key] < b[key] ? -1 : 1;
}
