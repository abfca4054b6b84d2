/**
 * The kinds that a cluster serves -> the RBAC rules of Proofline's identity: read, and ask by dry run.
 *
 * RBAC cannot subtract, and a wildcard would take in Secrets, policies, tokens and exec; so each resource is named, and
 * never a subresource. The price: kinds that are added later are not seen until `proofline cluster add` runs again, and
 * until then they are gaps, not silence.
 */
import type { Catalog, ServedKind } from '../live/catalog.ts';
import type { JsonObject } from '../object/json.ts';

/**
 * `none`: Secrets are gaps. `dry-run`: they are asked by dry run, whose answers hold their values, and which Proofline
 * masks. `read`: they may also be read, which a review asks for by name (the records of Helm releases of Flux among them),
 * in the namespace of an Argo CD by the label of its clusters, and in that of a release of Fleet by the labels of Helm.
 */
export const secretAccesses = ['none', 'dry-run', 'read'] as const;
export type SecretAccess = (typeof secretAccesses)[number];

export interface PolicyRule extends JsonObject {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

export function identityRules(catalog: Catalog, secrets: SecretAccess): readonly PolicyRule[] {
  const kinds = catalog.kinds.filter((kind) => !catalog.isAggregated(kind.group, kind.version));
  const readable = kinds.filter((kind) => isReadable(kind) && (!isSecret(kind) || secrets === 'read'));
  const writable = kinds.filter((kind) => isForDryRun(kind) && (!isSecret(kind) || secrets !== 'none'));
  return [
    ...rulesOf(readable, ['get', 'list']),
    ...rulesOf(writable, ['create', 'delete', 'patch', 'update']),
    // A grant of rights that one lacks is refused in a dry run too. Tolerable only behind the guard, which goes with it.
    {
      apiGroups: ['rbac.authorization.k8s.io'],
      resources: ['clusterroles', 'roles'],
      verbs: ['bind', 'escalate'],
    },
    // A question about the rights of a reconciler's identity; the server stores no answer.
    { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create'] },
  ];
}

function isSecret({ group, resource }: ServedKind): boolean {
  return group === '' && resource === 'secrets';
}

/** Groups whose objects are questions. */
const groupsNeverWritten = new Set(['authentication.k8s.io', 'authorization.k8s.io']);

/**
 * What could switch the guard off, since no policy guards policies; it does guard webhook configurations
 * (facts/kubernetes.md §2.1). Then what controllers and nodes write and no repository declares.
 */
const resourcesNeverWritten = new Set([
  'admissionregistration.k8s.io/mutatingadmissionpolicies',
  'admissionregistration.k8s.io/mutatingadmissionpolicybindings',
  'admissionregistration.k8s.io/validatingadmissionpolicies',
  'admissionregistration.k8s.io/validatingadmissionpolicybindings',
  '/bindings',
  '/componentstatuses',
  '/events',
  '/nodes',
  'apps/controllerrevisions',
  'certificates.k8s.io/certificatesigningrequests',
  'events.k8s.io/events',
  'storage.k8s.io/csinodes',
  'storage.k8s.io/volumeattachments',
]);

function isReadable(kind: ServedKind): boolean {
  return kind.verbs.includes('list') && kind.verbs.includes('get');
}

function isForDryRun(kind: ServedKind): boolean {
  if (groupsNeverWritten.has(kind.group)) return false;
  if (resourcesNeverWritten.has(`${kind.group}/${kind.resource}`)) return false;
  return kind.verbs.includes('patch') && kind.verbs.includes('create');
}

/** One rule a group, in order, so that the same cluster gives the same text. */
function rulesOf(kinds: readonly ServedKind[], verbs: readonly string[]): readonly PolicyRule[] {
  const groups = [...new Set(kinds.map((kind) => kind.group))].sort();
  return groups.map((group) => {
    const own = kinds.filter((kind) => kind.group === group).map((kind) => kind.resource);
    return { apiGroups: [group], resources: [...new Set(own)].sort(), verbs };
  });
}
