/** One attempt in a namespace that exists -> the server's answer to its dry run. */
import { at } from '../object/json.ts';
import { namespaceOf, type KubeObject } from '../object/kube-object.ts';
import { learnSecrets } from '../object/learn-secrets.ts';
import { words } from '../object/masked.ts';
import type { Attempt } from '../reconciler/attempt.ts';
import type { Live, Prediction } from './answer.ts';
import type { ServedKind } from './catalog.ts';
import { withApplier, withCoWriter } from './co-writer.ts';
import { exchange, nothingToDelete, sendAndRead, type Said } from './exchange.ts';
import { moved } from './placement.ts';
import type { Sendable } from './send.ts';
import type { Session } from './session.ts';
import { otherName, renamed } from './stand-in.ts';
import { afterTakeOver } from './take-over.ts';

/** What is a request at all. */
export type Sent = Sendable | Extract<Attempt, { readonly kind: 'recreate' }>;

interface Asking {
  readonly attempt: Sent;
  readonly live: Live;
}

export async function ask(session: Session, served: ServedKind, asking: Asking): Promise<Said> {
  learnSecrets(session.mask, [asking.attempt.object]);
  const said = await asked(session, served, asking);
  const { attempt } = asking;
  if ('appliedBy' in attempt && attempt.appliedBy !== undefined) return withApplier(said, attempt.appliedBy);
  return 'coWriter' in attempt ? withCoWriter(said, attempt) : said;
}

async function asked(session: Session, served: ServedKind, { attempt, live }: Asking): Promise<Said> {
  if (attempt.kind === 'recreate') return await askRecreate(session, served, { attempt, live });
  if (attempt.kind === 'delete' && live.kind === 'absent') {
    return { prediction: nothingToDelete, warnings: [], assumes: [] };
  }
  if (attempt.kind === 'patch') return await askPatch(session, served, { attempt, live });
  if (attempt.kind === 'apply') {
    const { said, saysImmutable } = await exchange(session, served, attempt);
    if (attempt.recreates === true && saysImmutable) {
      return await askRecreate(session, served, { attempt, live });
    }
    return await afterTakeOver(session, served, { attempt, live, said });
  }
  return await sendAndRead(session, served, attempt.kind === 'put' ? locked(attempt, live) : attempt);
}

type Patch = Extract<Sent, { readonly kind: 'patch' }>;

async function askPatch(
  session: Session,
  served: ServedKind,
  { attempt, live }: { readonly attempt: Patch; readonly live: Live },
): Promise<Said> {
  if (Object.keys(attempt.body).length === 0 && live.kind === 'found') {
    return { prediction: { kind: 'object', object: live.object }, warnings: [], assumes: [] };
  }
  const { said, status } = await exchange(session, served, attempt);
  const { recreatesAs: object, manager, validation, stage } = attempt;
  if (object === undefined || (status !== conflict && status !== invalid)) return said;
  const again = await askRecreate(session, served, {
    attempt: { kind: 'recreate', object, manager, validation, stage },
    live,
  });
  return { ...again, prediction: restored(again.prediction) };
}

/** kubectl then makes what it deleted anew (kubectl/pkg/cmd/apply/patcher.go, deleteAndCreate). */
function restored(prediction: Prediction): Prediction {
  return prediction.kind === 'refused' && prediction.lost === 'deleted'
    ? { ...prediction, lost: 'restored' }
    : prediction;
}

const conflict = 409;
const invalid = 422;

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
  question: { readonly attempt: Extract<Sent, { kind: 'recreate' | 'apply' }>; readonly live: Live },
): Promise<Said> {
  const { attempt, live } = question;
  const { stage } = attempt;
  const object = sanitized(attempt.object, live);
  if (live.kind === 'absent') return await sendAndRead(session, served, making(attempt, object));
  const removed = await sendAndRead(session, served, {
    kind: 'delete',
    object,
    stage,
    propagation: 'Background',
  });
  if (removed.prediction.kind !== 'deleted' && removed.prediction.kind !== 'skipped') return removed;
  const name = otherName(object);
  const another = { ...object, metadata: { ...object.metadata, name } };
  const made = await sendAndRead(session, served, making(attempt, another));
  return {
    prediction: anew(made.prediction, { object, removed: removed.prediction }),
    warnings: [...new Set([...removed.warnings, ...made.warnings])],
    assumes: [
      words`the object exists until it is deleted: its new form was asked for under the name ${session.mask.text(name)}`,
    ],
  };
}

/** Who applies, applies anew; there is nobody left to be in conflict with. */
function making(attempt: Extract<Sent, { kind: 'recreate' | 'apply' }>, object: KubeObject): Sendable {
  if (attempt.kind === 'apply') return { ...attempt, object };
  const { manager, validation, stage } = attempt;
  const made = { object, manager, validation, stage };
  return attempt.byApply === true ? { kind: 'apply', force: false, ...made } : { kind: 'create', ...made };
}

/** What is refused only now is gone already. */
function anew(
  made: Prediction,
  { object, removed }: { readonly object: KubeObject; readonly removed: Prediction },
): Prediction {
  if (made.kind === 'object') return recreated(made.object, object);
  return made.kind === 'refused' && removed.kind === 'deleted' ? { ...made, lost: 'deleted' } : made;
}

function recreated(answer: KubeObject, object: KubeObject): Prediction {
  const own = renamed(answer, object);
  const namespace = namespaceOf(object);
  return { kind: 'recreated', object: namespace === '' ? own : moved(own, namespace) };
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
