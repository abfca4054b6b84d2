/** An outcome that answers nothing (no connection, no right, no credential) -> the gap that says so and names the cluster. */
import type { Gap, GapKind } from '../object/gap.ts';
import type { Identity } from '../object/identity.ts';
import { at } from '../object/json.ts';
import { words, type Mask, type Masked } from '../object/masked.ts';
import type { Cluster, Failure, Outcome, Reply } from './cluster.ts';

export interface Gapping {
  readonly cluster: Pick<Cluster, 'name'>;
  readonly mask: Mask;
  /** The unit's id, for gaps. */
  readonly unit: string | undefined;
}

export function gapOf(
  gapping: Gapping,
  what: { readonly kind: GapKind; readonly object: Identity | undefined },
  why: Masked,
): Gap {
  const name = gapping.mask.text(gapping.cluster.name);
  return { ...what, unit: gapping.unit, why: words`cluster ${name}: ${why}` };
}

export function failureGap(gapping: Gapping, outcome: Outcome, object: Identity | undefined): Gap {
  if (outcome.kind === 'failure') {
    return gapOf(gapping, { kind: kindOfFailure[outcome.why], object }, whyFailed(gapping.mask, outcome));
  }
  const kind = kindOfStatus(outcome.status);
  return gapOf(gapping, { kind, object }, whyAnswered(gapping.mask, outcome));
}

const kindOfFailure = {
  timeout: 'cluster-timeout',
  credential: 'cluster-forbidden',
  unreachable: 'cluster-unreachable',
  'too-large': 'cluster-unreachable',
} as const satisfies Record<Failure['why'], GapKind>;

function whyFailed(mask: Mask, failure: Failure): Masked {
  const message = mask.text(failure.message);
  const why = {
    timeout: words`no answer in time (${message})`,
    credential: words`its credential could not be made (${message})`,
    unreachable: words`not reachable (${message})`,
    'too-large': message,
  };
  return why[failure.why];
}

function kindOfStatus(status: number): GapKind {
  if (status === 401 || status === 403) return 'cluster-forbidden';
  return status === 504 || status === 429 ? 'cluster-timeout' : 'cluster-unreachable';
}

export const rejectedCredential = words`the server rejects this credential: it has expired or was revoked (401)`;

function whyAnswered(mask: Mask, reply: Reply): Masked {
  const message = mask.text(messageOf(reply));
  if (reply.status === 401) return rejectedCredential;
  if (reply.status === 403) return words`this credential may not: ${message}`;
  return words`the server answered ${reply.status}: ${message}`;
}

/** The Status object's message, or the text where a proxy answered. Unmasked. */
export function messageOf(reply: Reply): string {
  const message = at(reply.body, 'message');
  return typeof message === 'string' ? message : reply.text;
}
