/** A kind -> its rank when Helm installs or uninstalls: lower comes first (helm pkg/release/v1/util/kind_sorter.go). */
import { compareText } from '../object/canonical.ts';
import type { KubeObject } from '../object/kube-object.ts';

const kinds = [
  'PriorityClass',
  'Namespace',
  'NetworkPolicy',
  'ResourceQuota',
  'LimitRange',
  'PodSecurityPolicy',
  'PodDisruptionBudget',
  'ServiceAccount',
  'Secret',
  'SecretList',
  'ConfigMap',
  'StorageClass',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'CustomResourceDefinition',
  'ClusterRole',
  'ClusterRoleList',
  'ClusterRoleBinding',
  'ClusterRoleBindingList',
  'Role',
  'RoleList',
  'RoleBinding',
  'RoleBindingList',
  'Service',
  'DaemonSet',
  'Pod',
  'ReplicationController',
  'ReplicaSet',
  'Deployment',
  'HorizontalPodAutoscaler',
  'StatefulSet',
  'Job',
  'CronJob',
  'IngressClass',
  'Ingress',
  'APIService',
  'MutatingWebhookConfiguration',
  'ValidatingWebhookConfiguration',
];

const ranks: ReadonlyMap<string, number> = new Map(kinds.map((kind, rank) => [kind, rank]));

/** Kinds that are not listed come last, by their names; one kind stays in the order in which it is rendered. */
export function inInstallOrder(objects: readonly KubeObject[]): readonly KubeObject[] {
  return objects.toSorted((a, b) => compareRanks(ranks.get(a.kind), ranks.get(b.kind)) || byName(a, b));
}

/** The listed kinds backwards, and those that are not listed still last. */
export function inUninstallOrder(objects: readonly KubeObject[]): readonly KubeObject[] {
  return objects.toSorted((a, b) => compareRanks(backwards(a), backwards(b)) || byName(a, b));
}

function backwards({ kind }: KubeObject): number | undefined {
  const rank = ranks.get(kind);
  return rank === undefined ? undefined : kinds.length - rank;
}

function compareRanks(a: number | undefined, b: number | undefined): number {
  return (a ?? kinds.length + 1) - (b ?? kinds.length + 1);
}

function byName(a: KubeObject, b: KubeObject): number {
  return ranks.has(a.kind) ? 0 : compareText(a.kind, b.kind);
}
