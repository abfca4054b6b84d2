/** One attempt, with the live object and what the pull request itself makes -> its answer. */
import { identityOf, type VersionedIdentity } from '../object/identity.ts';
import { at } from '../object/json.ts';
import { namespaceOf, type KubeObject } from '../object/kube-object.ts';
import { words } from '../object/masked.ts';
import type { Attempt } from '../reconciler/attempt.ts';
import type { Answer, Live, Prediction } from './answer.ts';
import { ask, type Sent } from './ask.ts';
import type { ServedKind } from './catalog.ts';
import { sendAndRead, type Said } from './exchange.ts';
import { gapOf } from './failure-gap.ts';
import { askNewKind, definitionFor, judgedByNewSchema } from './new-kind.ts';
import { overlaid } from './overlay.ts';
import { isAddressable, moved, placedAs } from './placement.ts';
import type { Question } from './question.ts';
import { readOne } from './read-live.ts';
import type { Session } from './session.ts';
import { assumesStandIn, backIn, hitSomethingElse, otherName, standInNamespace } from './stand-in.ts';
import { withUnseenRefusal } from './unseen-refusal.ts';
import { askPod } from './workload-pod.ts';

export async function answerOf(session: Session, question: Question): Promise<Answer> {
  const { attempt, live } = question;
  if (isUnsent(attempt)) return bare(question, withoutAsking(session, attempt));
  const served = session.catalog.find(identityOf(attempt.object));
  if (served === undefined) return { attempt, live, ...(await askNewKind(session, question)) };
  const object = placedAs(served, attempt.object, session.namespace);
  const unasked = beforeAsking(session, served, { ...attempt, object });
  if (unasked !== undefined) return bare(question, unasked);

  const sent: Sent = { ...attempt, object };
  const asked = (await isHomeless(question, served, sent))
    ? { live, ...(await askInStandIn(session, served, sent)) }
    : await askUntilStill(session, served, { attempt: sent, live });
  const answer: Answer = {
    attempt,
    ...asked,
    ...structure(asked.prediction, sent, asked.live),
    ...(await comparison(session, served, { sent, asked })),
  };
  const known = judgedByNewSchema(answer, definitionFor(question.newcomers, identityOf(object)));
  const judged = withUnseenRefusal(session, known);
  const pod = question.withPod ? await askPod(session, judged, question.newcomers) : undefined;
  return pod === undefined ? judged : { ...judged, pod };
}

type Unsent = Exclude<Attempt, Sent>;

function isUnsent(attempt: Attempt): attempt is Unsent {
  return attempt.kind === 'skip' || attempt.kind === 'refuse' || attempt.kind === 'unknown';
}

function withoutAsking(session: Session, attempt: Unsent): Prediction {
  const { kind, object, why } = attempt;
  if (kind === 'skip') return { kind: 'skipped', why };
  if (kind === 'refuse') return { kind: 'refused', by: 'reconciler', message: why };
  const gap = { kind: attempt.gap ?? 'kind-unknown', object: identityOf(object) };
  return { kind: 'gap', gap: gapOf(session, gap, why) };
}

/** It would be made in a namespace that the same pull request makes. */
async function isHomeless({ newcomers }: Question, served: ServedKind, sent: Sent): Promise<boolean> {
  const isMade = sent.kind === 'apply' || sent.kind === 'create' || sent.kind === 'recreate';
  return isMade && served.namespaced && (await newcomers.isNew(namespaceIdentity(namespaceOf(sent.object))));
}

function bare(question: Question, prediction: Prediction): Answer {
  return { attempt: question.attempt, live: question.live, prediction, warnings: [], assumes: [] };
}

/** What need not, or must not, be sent. */
function beforeAsking(session: Session, served: ServedKind, { kind, object }: Sent): Prediction | undefined {
  const identity = identityOf(object);
  if (session.catalog.isAggregated(served.group, served.version)) {
    const why = words`the kind is not served by the API server itself, and an aggregated server may not honor dry run: not asked`;
    return { kind: 'gap', gap: gapOf(session, { kind: 'webhook-without-dry-run', object: identity }, why) };
  }
  const namespace = namespaceOf(object);
  const isGenerated = kind === 'create' && identity.name.endsWith('*') && object.metadata.name === '';
  const hasName = isGenerated || isAddressable(object.metadata.name);
  if (hasName && (!served.namespaced || isAddressable(namespace))) return undefined;
  const name = session.mask.text(`${namespace}/${identity.name}`);
  return {
    kind: 'refused',
    by: 'server',
    message: words`${session.mask.text(kind)} cannot name this object: ${name}`,
  };
}

interface Asking {
  readonly attempt: Sent;
  readonly live: Live;
}

const mostReadings = 3;

/** An object that moved between the reading and the prediction is read, and asked for, again. */
async function askUntilStill(
  session: Session,
  served: ServedKind,
  asking: Asking,
): Promise<Said & { readonly live: Live }> {
  let live = asking.live;
  for (let reading = 1; ; reading += 1) {
    const answer = await ask(session, served, { attempt: asking.attempt, live });
    const predicted = versionOf(answer.prediction);
    if (predicted === undefined || predicted === versionOf(live) || reading > mostReadings) {
      return { ...answer, live };
    }
    if (live.kind === 'gap') return { ...answer, live };
    const fresh = await readOne(session, served, asking.attempt.object);
    if (versionOf(fresh) === undefined) return { ...answer, live };
    live = fresh;
    if (versionOf(live) === predicted) return { ...answer, live };
  }
}

/** The resourceVersion, empty for an object that does not exist; undefined where nothing is known. */
function versionOf(what: Live | Prediction): string | undefined {
  if (what.kind === 'absent') return '';
  if (what.kind !== 'found' && what.kind !== 'object') return undefined;
  const version = at(what.object, 'metadata', 'resourceVersion');
  return typeof version === 'string' ? version : '';
}

async function askInStandIn(session: Session, served: ServedKind, attempt: Sent): Promise<Said> {
  const sendable = attempt.kind === 'recreate' ? { ...attempt, kind: 'create' as const } : attempt;
  const askUnder = async (name: string): Promise<Said> =>
    await sendAndRead(session, served, {
      ...sendable,
      object: moved(attempt.object, standInNamespace, name),
    });
  const first = await askUnder(attempt.object.metadata.name);
  // An object of this name may stand there: its content must not enter the answer, nor its refusal to change.
  const isClear =
    first.prediction.kind === 'gap' ||
    (first.prediction.kind === 'object' && !hitSomethingElse(first.prediction));
  const answer = isClear ? first : await askUnder(otherName(attempt.object));
  return {
    ...answer,
    prediction: backIn(session, attempt.object, answer.prediction),
    assumes: [assumesStandIn(session.mask, namespaceOf(attempt.object))],
  };
}

/**
 * An apply on the server, which takes over nothing, is its own comparison. Whether another is refused depends on what
 * lives, and is told of the whole unit: it is not asked of what may not be shown.
 */
async function comparison(
  session: Session,
  served: ServedKind,
  { sent, asked }: { readonly sent: Sent; readonly asked: Said & { readonly live: Live } },
): Promise<{ readonly compared?: Prediction }> {
  const { comparedBy: manager, object, stage } = sent;
  const isTold = asked.live.kind === 'found' && session.shows(identityOf(object));
  if (manager === undefined || !isTold) return {};
  if (sent.kind === 'apply' && (sent.takesOver ?? []).length === 0) return { compared: asked.prediction };
  const apply = { kind: 'apply', object, manager, force: true, validation: 'Ignore', stage } as const;
  return { compared: (await sendAndRead(session, served, apply)).prediction };
}

function namespaceIdentity(name: string): VersionedIdentity {
  return { group: '', version: 'v1', kind: 'Namespace', namespace: '', name };
}

/** Where this credential or a webhook keeps the server from answering, declared and live can still be compared by structure. */
function structure(prediction: Prediction, attempt: Sent, live: Live): { readonly structural?: KubeObject } {
  if (prediction.kind !== 'gap' || attempt.kind === 'delete' || live.kind === 'gap') return {};
  const { kind } = prediction.gap;
  if (kind !== 'cluster-forbidden' && kind !== 'webhook-without-dry-run') return {};
  return { structural: overlaid(live.kind === 'found' ? live.object : undefined, attempt.object) };
}
