/**
 * The audit log of a control plane -> the proof that Proofline wrote nothing: every mutating request of its identity, and
 * every one that its program sent as somebody else, carried `dryRun=All`; access reviews store nothing; the guard's probe
 * was denied. To be called at the end of every suite that has a cluster.
 */
import assert from 'node:assert/strict';

import { readAudit, type Audited, type AuditEvent } from './audit.ts';
import { identityUser } from './identity.ts';

const reading = new Set(['get', 'list', 'watch']);
const probe = '/api/v1/namespaces/proofline/configmaps/proofline-guard-probe';

export interface AuditProof {
  readonly dryRuns: number;
  readonly deniedProbes: number;
}

/** `guarded: false` is for suites whose cluster has no guard on purpose: then a probe must have been sent all the same. */
export async function proveNothingWritten(bed: Audited, { guarded = true } = {}): Promise<AuditProof> {
  const ours = (await readAudit(bed)).filter(isOurs).filter((event) => !reading.has(event.verb));
  const dryRuns = ours.filter((event) => queryOf(event).get('dryRun') === 'All');
  const probes = ours.filter((event) => event.requestURI === probe && event.verb === 'patch');
  const others = ours.filter(
    (event) => !dryRuns.includes(event) && !probes.includes(event) && !isReview(event),
  );
  assert.deepEqual(
    others.map((event) => `${event.verb} ${event.requestURI}`),
    [],
  );
  assert.notEqual(dryRuns.length, 0, 'no dry run was sent: the proof would prove nothing');
  const codes = probes.map((event) => event.responseStatus?.code ?? 0);
  const denied = codes.filter((code) => code === 403).length;
  assert.notEqual(guarded ? denied : probes.length, 0, 'the guard was never probed');
  // The server enforces a policy a moment after it was written; from then on every probe is denied.
  const since = codes.slice(guarded ? codes.indexOf(403) : codes.length);
  assert.ok(
    since.every((code) => code >= 400),
    'the guard stopped denying',
  );
  return { dryRuns: dryRuns.length, deniedProbes: denied };
}

function isOurs(event: AuditEvent): boolean {
  const isProgram = event.userAgent.startsWith('proofline/') && !isSetup(event);
  return event.user.username === identityUser || isProgram;
}

/** What a person's `proofline cluster add --apply` wrote with the person's own rights. */
function isSetup(event: AuditEvent): boolean {
  if (event.user.username === identityUser) return false;
  return (
    queryOf(event).get('fieldManager') === 'proofline-setup' ||
    event.requestURI.endsWith('/namespaces/proofline/serviceaccounts/proofline/token')
  );
}

function isReview(event: AuditEvent): boolean {
  const resource = event.objectRef?.resource ?? '';
  return event.objectRef?.apiGroup === 'authorization.k8s.io' && resource.endsWith('accessreviews');
}

function queryOf(event: AuditEvent): URLSearchParams {
  return new URL(event.requestURI, 'https://server.invalid').searchParams;
}
