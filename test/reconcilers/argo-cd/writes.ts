/** Audit events -> what the application controller really wrote for one story, in order. */
import { argoCdNamespace } from '../../bed/argo-cd/installation.ts';
import type { AuditEvent } from '../../bed/audit.ts';

const controller = `system:serviceaccount:${argoCdNamespace}:argocd-application-controller`;
const verbs = ['create', 'patch', 'update', 'delete'];
const ownRecords = ['events', 'applications'];

/** Of a namespace, and of cluster-scoped objects that are named after it: `patch deployments/web`. */
export function writesTo(namespace: string, events: readonly AuditEvent[]): readonly string[] {
  return events
    .filter((event) => isWrite(event) && isIn(namespace, event))
    .map(({ verb, objectRef }) => `${verb} ${objectRef?.resource ?? ''}/${objectRef?.name ?? ''}`);
}

function isWrite({ user, verb, requestURI, objectRef, responseStatus }: AuditEvent): boolean {
  if (user.username !== controller || !verbs.includes(verb)) return false;
  if (requestURI.includes('dryRun=All') || ownRecords.includes(objectRef?.resource ?? '')) return false;
  return (responseStatus?.code ?? 0) < 300;
}

function isIn(namespace: string, { objectRef }: AuditEvent): boolean {
  if (objectRef?.namespace !== undefined) return objectRef.namespace === namespace;
  return objectRef?.name?.startsWith(namespace) === true;
}
