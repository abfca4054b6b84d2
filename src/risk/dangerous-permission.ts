/** A permission -> why it lets its holder become more than it says; facts/kubernetes.md §6.2. */
import { words } from '../object/masked.ts';
import type { Masked } from '../object/masked.ts';
import type { Permission } from './permission.ts';

interface Danger {
  /** Group and resource, such as `apps/deployments`; the core group is empty. */
  readonly resources: readonly string[];
  /** Undefined is any verb. */
  readonly verbs: readonly string[] | undefined;
  /** A permission on one named object is harmless. */
  readonly onlyOnAll?: true;
  readonly why: Masked;
}

const write = ['create', 'update', 'patch'];
const writeOrDelete = [...write, 'delete', 'deletecollection'];
const rbac = 'rbac.authorization.k8s.io';
const admission = 'admissionregistration.k8s.io';

const dangers: readonly Danger[] = [
  {
    resources: ['/secrets'],
    verbs: ['get', 'list', 'watch'],
    onlyOnAll: true,
    why: words`reads the values of Secrets`,
  },
  {
    resources: [
      '/pods',
      '/replicationcontrollers',
      'apps/deployments',
      'apps/statefulsets',
      'apps/daemonsets',
      'apps/replicasets',
      'batch/jobs',
      'batch/cronjobs',
    ],
    verbs: write,
    onlyOnAll: true,
    why: words`can run Pods as any ServiceAccount of the namespace, with any of its Secrets`,
  },
  {
    resources: ['/pods/exec', '/pods/attach', '/pods/portforward', '/pods/ephemeralcontainers'],
    verbs: ['get', ...write],
    why: words`runs code in running Pods`,
  },
  {
    resources: ['/nodes/proxy'],
    verbs: undefined,
    why: words`reaches every Pod of a node, past audit and admission`,
  },
  { resources: ['/persistentvolumes'], verbs: ['create'], why: words`can mount the disk of a node` },
  {
    resources: [`${rbac}/roles`, `${rbac}/clusterroles`],
    verbs: ['escalate', 'bind'],
    why: words`gives rights that its holder does not have`,
  },
  {
    resources: [`${rbac}/rolebindings`, `${rbac}/clusterrolebindings`],
    verbs: write,
    why: words`hands rights to others`,
  },
  {
    resources: ['certificates.k8s.io/certificatesigningrequests/approval', 'certificates.k8s.io/signers'],
    verbs: ['update', 'patch', 'approve', 'sign'],
    why: words`makes client certificates with any name`,
  },
  {
    resources: ['/serviceaccounts/token'],
    verbs: ['create'],
    why: words`makes tokens of any ServiceAccount`,
  },
  {
    resources: [
      `${admission}/validatingwebhookconfigurations`,
      `${admission}/mutatingwebhookconfigurations`,
      `${admission}/validatingadmissionpolicies`,
      `${admission}/validatingadmissionpolicybindings`,
      `${admission}/mutatingadmissionpolicies`,
      `${admission}/mutatingadmissionpolicybindings`,
    ],
    verbs: writeOrDelete,
    why: words`reads, changes or lets pass every object that is admitted`,
  },
  {
    resources: ['/namespaces'],
    verbs: ['update', 'patch', 'delete', 'deletecollection'],
    why: words`lifts the security level of namespaces, or deletes them`,
  },
  {
    resources: ['apiextensions.k8s.io/customresourcedefinitions'],
    verbs: ['delete', 'deletecollection'],
    why: words`deletes every object of a kind`,
  },
  {
    resources: ['apiregistration.k8s.io/apiservices'],
    verbs: writeOrDelete,
    why: words`puts another server behind an API`,
  },
];

const impersonated =
  /^(?:\/(?:users|groups|serviceaccounts)|authentication\.k8s\.io\/(?:uids|userextras(?:\/.*)?))$/;

/** Undefined when nothing is known against it. */
export function dangerOf(permission: Permission): Masked | undefined {
  if (permission.kind === 'url') {
    return permission.url === '*' || permission.url === '/*'
      ? words`reaches every endpoint of the API server`
      : undefined;
  }
  const { group, resource, verb, name } = permission;
  if ([group, resource, verb].includes('*')) return words`also covers what is added later`;
  const key = `${group}/${resource}`;
  if (verb.startsWith('impersonate') && impersonated.test(key)) return words`acts as somebody else`;
  const known = dangers.find(
    ({ resources, verbs, onlyOnAll }) =>
      resources.includes(key) && (verbs?.includes(verb) ?? true) && !(onlyOnAll && name !== undefined),
  );
  return known?.why ?? (verb === 'deletecollection' ? words`deletes all at once` : undefined);
}
