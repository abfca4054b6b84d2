/**
 * The audit log of a control plane -> the proof that Proofline wrote nothing: every mutating request of its identity, and
 * every one that its program sent as somebody else, carried `dryRun=All`; access reviews store nothing; the guard's probe
 * was denied. To be called at the end of every suite that has a cluster.
 */
import assert from 'node:assert/strict';

import { bedAgent } from './admin-client.ts';
import { readAudit, type Audited, type AuditEvent } from './audit.ts';
import { identityUser } from './identity.ts';

const reading = new Set(['get', 'list', 'watch']);
const probe = '/api/v1/namespaces/proofline/configmaps/proofline-guard-probe';

export interface AuditProof {
  readonly dryRuns: number;
  readonly deniedProbes: number;
}

export interface ProofOptions {
  /** In the end the guard was taken away on purpose: from then on the probe passes, and changes nothing. */
  readonly guardTakenAway?: boolean;
  /** What is tested only reads: then it must have read, and asked nothing by dry run either. */
  readonly onlyReads?: boolean;
  /** The place in the log, in bytes, from which it counts. */
  readonly from?: number;
}

/** Credentials that are unguarded on purpose may stand beside the identity: their probes pass. */
export async function proveNothingWritten(
  bed: Audited,
  { guardTakenAway = false, onlyReads = false, from = 0 }: ProofOptions = {},
): Promise<AuditProof> {
  const all = (await readAudit(bed, from)).filter(isOurs);
  const ours = all.filter((event) => !reading.has(event.verb));
  const dryRuns = ours.filter((event) => queryOf(event).get('dryRun') === 'All');
  const probes = ours.filter((event) => event.requestURI === probe && event.verb === 'patch');
  const others = ours.filter(
    (event) => !dryRuns.includes(event) && !probes.includes(event) && !isReview(event),
  );
  assert.deepEqual(
    others.map((event) => `${event.verb} ${event.requestURI}`),
    [],
  );
  if (onlyReads) assert.equal(dryRuns.length, 0, 'what only reads has sent a dry run');
  const seen = onlyReads ? all.length - ours.length : dryRuns.length;
  assert.notEqual(seen, 0, 'nothing was asked: the proof would prove nothing');
  const codes = probes
    .filter(({ user }) => user.username === identityUser)
    .map((event) => event.responseStatus?.code ?? 0);
  const denied = codes.filter((code) => code === 403).length;
  assert.notEqual(denied, 0, 'the guard never denied a probe of the identity');
  // The server enforces a policy a moment after it was written; from then on every probe is denied.
  const passed = codes.slice(codes.indexOf(403)).filter((code) => code < 400).length;
  assert.equal(passed > 0, guardTakenAway, `since the guard stood, ${passed} probes were not denied`);
  return { dryRuns: dryRuns.length, deniedProbes: denied };
}

/** Without what a test sends with the identity's own credential to see it denied. */
function isOurs(event: AuditEvent): boolean {
  if (event.userAgent === bedAgent) return false;
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
