/** Audit events -> what the agents of Fleet really wrote for one story, in order, without Helm's own records. */
import type { AuditEvent } from '../../bed/audit.ts';

const verbs = ['create', 'patch', 'update', 'delete'];

/** Of a namespace, and of what is named after it. */
export function writesTo(story: string, events: readonly AuditEvent[]): readonly string[] {
  return events
    .filter((event) => isWrite(event) && !isOwnRecord(event) && isIn(story, event))
    .map(({ verb, objectRef }) => `${verb} ${objectRef?.resource ?? ''}/${objectRef?.name ?? ''}`);
}

function isWrite({ user, verb, requestURI, responseStatus }: AuditEvent): boolean {
  if (!user.username.endsWith(':fleet-agent') || !verbs.includes(verb)) return false;
  return !requestURI.includes('dryRun=All') && (responseStatus?.code ?? 0) < 300;
}

function isOwnRecord({ objectRef: { resource = '', name = '' } = {} }: AuditEvent): boolean {
  const isFleets = ['events', 'bundledeployments', 'clusters'].includes(resource);
  return isFleets || name.startsWith('sh.helm.release.');
}

/** A story names all that it makes outside of its namespace after it. */
function isIn(story: string, { objectRef }: AuditEvent): boolean {
  const { namespace, name = '' } = objectRef ?? {};
  return [namespace ?? name, name].some((each) => each === story || each.startsWith(`${story}-`));
}
