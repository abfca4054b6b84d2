/** One attempt in a namespace that exists -> the server's answer to its dry run. */
import { identityOf } from '../object/identity.ts';
import { at } from '../object/json.ts';
import { namespaceOf, type KubeObject } from '../object/kube-object.ts';
import { learnSecrets } from '../object/learn-secrets.ts';
import { words, type Masked } from '../object/masked.ts';
import type { Attempt } from '../reconciler/contract.ts';
import type { Live, Prediction } from './answer.ts';
import type { ServedKind } from './catalog.ts';
import { said, unsuccessful, type Asked } from './classify.ts';
import type { Outcome, Reply } from './cluster.ts';
import { asKubeObject } from './kube-reply.ts';
import { moved } from './placement.ts';
import { sendDryRun, type Sendable } from './send.ts';
import type { Session } from './session.ts';
import { otherName } from './stand-in.ts';

export interface Said {
  readonly prediction: Prediction;
  readonly warnings: readonly Masked[];
  readonly assumes: readonly Masked[];
}

export type Sent = Exclude<Attempt, { readonly kind: 'skip' }>;

export async function ask(
  session: Session,
  served: ServedKind,
  question: { readonly attempt: Sent; readonly live: Live },
): Promise<Said> {
  const { attempt, live } = question;
  learnSecrets(session.mask, [attempt.object]);
  if (attempt.kind === 'recreate') return await askRecreate(session, served, { attempt, live });
  if (attempt.kind === 'delete' && live.kind === 'absent') {
    return { prediction: nothingToDelete, warnings: [], assumes: [] };
  }
  return await sendAndRead(session, served, attempt.kind === 'put' ? locked(attempt, live) : attempt);
}

/** Also used for what asks in another place than the attempt's own. */
export async function sendAndRead(session: Session, served: ServedKind, attempt: Sendable): Promise<Said> {
  const asked: Asked = { ...session, object: identityOf(attempt.object) };
  const outcome = await sendDryRun({ cluster: session.cluster, served, signal: session.signal }, attempt);
  if (outcome.kind === 'reply' && session.shows(asked.object)) learnReply(session, outcome);
  return { prediction: read(asked, outcome, attempt), warnings: warningsOf(asked, outcome), assumes: [] };
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
const nothingToDelete: Prediction = { kind: 'skipped', why: words`there is nothing to delete` };

function warningsOf(asked: Asked, outcome: Outcome): readonly Masked[] {
  return outcome.kind === 'reply' ? outcome.warnings.map((warning) => said(asked, warning)) : [];
}

/** A replace names the version that it replaces, as kubectl does; some kinds demand it. */
function locked(attempt: Extract<Sendable, { kind: 'put' | 'create' }>, live: Live): Sendable {
  const resourceVersion = live.kind === 'found' ? at(live.object, 'metadata', 'resourceVersion') : undefined;
  if (typeof resourceVersion !== 'string' || 'resourceVersion' in attempt.object.metadata) return attempt;
  const metadata = { ...attempt.object.metadata, resourceVersion };
  return { ...attempt, object: { ...attempt.object, metadata } };
}

/** A dry-run delete frees nothing, so the object that would be made again is asked for under another name. */
async function askRecreate(
  session: Session,
  served: ServedKind,
  question: { readonly attempt: Extract<Sent, { kind: 'recreate' }>; readonly live: Live },
): Promise<Said> {
  const { attempt, live } = question;
  const { manager, validation, stage } = attempt;
  const object = sanitized(attempt.object, live);
  if (live.kind === 'absent') {
    return await sendAndRead(session, served, { kind: 'create', object, manager, validation, stage });
  }
  const removed = await sendAndRead(session, served, {
    kind: 'delete',
    object,
    stage,
    propagation: 'Background',
  });
  if (removed.prediction.kind !== 'deleted' && removed.prediction.kind !== 'skipped') return removed;
  const name = otherName(object);
  const made = await sendAndRead(session, served, {
    kind: 'create',
    object: { ...object, metadata: { ...object.metadata, name } },
    manager,
    validation,
    stage,
  });
  return {
    prediction:
      made.prediction.kind === 'object' ? recreated(made.prediction.object, object) : made.prediction,
    warnings: [...new Set([...removed.warnings, ...made.warnings])],
    assumes: [
      words`the object exists until it is deleted: its new form was asked for under the name ${session.mask.text(name)}`,
    ],
  };
}

function recreated(answer: KubeObject, object: KubeObject): Prediction {
  const renamed = { ...answer, metadata: { ...answer.metadata, name: object.metadata.name } };
  const namespace = namespaceOf(object);
  return { kind: 'recreated', object: namespace === '' ? renamed : moved(renamed, namespace) };
}

const ofOneLife = [
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'managedFields',
  'selfLink',
];

/** What belongs to the object's earlier life is not sent; nor are addresses that the earlier one still holds. */
function sanitized(object: KubeObject, live: Live): KubeObject {
  const metadata = Object.fromEntries(
    Object.entries(object.metadata).filter(([key]) => !ofOneLife.includes(key)),
  );
  const rest = Object.fromEntries(Object.entries(object).filter(([key]) => key !== 'status'));
  const { apiVersion, kind } = object;
  const bare = { ...rest, apiVersion, kind, metadata: { ...metadata, name: object.metadata.name } };
  return kind === 'Service' && live.kind === 'found' ? withoutHeldAddresses(bare) : bare;
}

function withoutHeldAddresses(service: KubeObject): KubeObject {
  const spec = at(service, 'spec');
  if (typeof spec !== 'object' || spec === null) return service;
  const held = new Set(['clusterIP', 'clusterIPs', 'healthCheckNodePort']);
  const isHeadless = at(spec, 'clusterIP') === 'None';
  const kept = Object.entries(spec).filter(([key]) => isHeadless || !held.has(key));
  return { ...service, spec: Object.fromEntries(kept) };
}
