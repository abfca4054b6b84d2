/** Objects -> in the order in which Helm installs them (pkg/release/v1/util/kind_sorter.go). */
import type { KubeObject } from '../../../object/kube-object.ts';

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

/** What is not listed comes last, by the names of the kinds; one kind's objects stay as they are. */
export function inInstallOrder(objects: readonly KubeObject[]): readonly KubeObject[] {
  return objects.toSorted((a, b) => {
    const left = ranks.get(a.kind) ?? kinds.length;
    const right = ranks.get(b.kind) ?? kinds.length;
    if (left !== right) return left - right;
    if (left < kinds.length || a.kind === b.kind) return 0;
    return a.kind < b.kind ? -1 : 1;
  });
}
