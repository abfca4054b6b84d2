/** Audit events -> what the controllers of Flux really wrote for one story, in order, without their own records. */
import type { AuditEvent } from '../../bed/audit.ts';
import { fluxNamespace } from '../../bed/flux/installation.ts';

const controllers = ['kustomize-controller', 'helm-controller'].map(
  (name) => `system:serviceaccount:${fluxNamespace}:${name}`,
);
const verbs = ['create', 'patch', 'update', 'delete'];
const ownResources = ['helmreleases', 'helmcharts'];

/** Of a namespace, and of cluster-scoped objects that are named after it: `patch deployments/web`. */
export function writesTo(namespace: string, events: readonly AuditEvent[]): readonly string[] {
  return events
    .filter((event) => isWrite(event) && !isOwnRecord(event) && isIn(namespace, event))
    .map(({ verb, objectRef }) => `${verb} ${objectRef?.resource ?? ''}/${objectRef?.name ?? ''}`);
}

function isWrite({ user, verb, requestURI, responseStatus }: AuditEvent): boolean {
  if (!controllers.includes(user.username) || !verbs.includes(verb)) return false;
  return !requestURI.includes('dryRun=All') && (responseStatus?.code ?? 0) < 300;
}

/** A Kustomization is applied like anything else, by the manager of all that is applied. */
function isOwnRecord({
  objectRef: { resource = '', subresource, name = '' } = {},
  requestURI,
  user,
  verb,
}: AuditEvent): boolean {
  if (subresource === 'status' || resource === 'events') return true;
  if (resource === 'kustomizations')
    return verb !== 'delete' && !requestURI.includes('fieldManager=kustomize-controller');
  if (!user.username.endsWith(':helm-controller')) return false;
  return ownResources.includes(resource) || name.startsWith('sh.helm.release.');
}

/** A story names all that it makes outside of its namespace after it. */
function isIn(story: string, { objectRef }: AuditEvent): boolean {
  const { namespace, name = '' } = objectRef ?? {};
  return namespace === story || (namespace ?? name).startsWith(`${story}-`);
}
