/** One request sent as a dry run -> the prediction that the server's reply makes, its secrets learned. */
import { identityOf } from '../object/identity.ts';
import { learnSecrets } from '../object/learn-secrets.ts';
import { words, type Masked } from '../object/masked.ts';
import type { Prediction } from './answer.ts';
import type { ServedKind } from './catalog.ts';
import { said, unsuccessful, type Asked } from './classify.ts';
import type { Outcome, Reply } from './cluster.ts';
import { messageOf } from './failure-gap.ts';
import { asKubeObject } from './kube-reply.ts';
import { sendDryRun, type Sendable } from './send.ts';
import type { Session } from './session.ts';

export interface Said {
  readonly prediction: Prediction;
  readonly warnings: readonly Masked[];
  readonly assumes: readonly Masked[];
}

/** Also used for what asks in another place than the attempt's own. */
export async function sendAndRead(session: Session, served: ServedKind, attempt: Sendable): Promise<Said> {
  return (await exchange(session, served, attempt)).said;
}

export interface Exchange {
  readonly said: Said;
  /** Undefined where no reply came. */
  readonly status: number | undefined;
  /** Whether it is refused for what cannot be changed, as Flux understands a server (fluxcd/pkg ssa/errors). */
  readonly saysImmutable: boolean;
}

export async function exchange(session: Session, served: ServedKind, attempt: Sendable): Promise<Exchange> {
  const asked: Asked = { ...session, object: identityOf(attempt.object) };
  const outcome = await sendDryRun({ cluster: session.cluster, served, signal: session.signal }, attempt);
  if (outcome.kind === 'reply' && session.shows(asked.object)) learnReply(session, outcome);
  return {
    said: { prediction: read(asked, outcome, attempt), warnings: warningsOf(asked, outcome), assumes: [] },
    status: outcome.kind === 'reply' ? outcome.status : undefined,
    saysImmutable: outcome.kind === 'reply' && isImmutable(outcome),
  };
}

const conflict = 409;
const invalid = 422;

function isImmutable(reply: Reply): boolean {
  if (successes.has(reply.status)) return false;
  if (reply.status === conflict || reply.status === invalid) return true;
  return /is\simmutable|immutable\sfield/.test(messageOf(reply));
}

function learnReply({ mask }: Session, { body }: Reply): void {
  const object = asKubeObject(body);
  if (object !== undefined) learnSecrets(mask, [object]);
}

function read(asked: Asked, outcome: Outcome, { kind }: Sendable): Prediction {
  if (outcome.kind === 'failure') return unsuccessful(asked, outcome);
  if (kind === 'delete' && outcome.status === 404) return nothingToDelete;
  if (!successes.has(outcome.status)) return unsuccessful(asked, outcome);
  const object = asKubeObject(outcome.body);
  if (kind === 'delete') return { kind: 'deleted' };
  // A proxy's page with status 200 is no answer of an API server.
  return object === undefined ? unsuccessful(asked, { ...outcome, status: 502 }) : { kind: 'object', object };
}

const successes = new Set([200, 201, 202]);
export const nothingToDelete: Prediction = { kind: 'skipped', why: words`there is nothing to delete` };

function warningsOf(asked: Asked, outcome: Outcome): readonly Masked[] {
  return outcome.kind === 'reply' ? outcome.warnings.map((warning) => said(asked, warning)) : [];
}
