/** The objects that a review names -> what the cluster holds of them now: one list a kind and namespace, or a few single reads. */
import { identityKey, identityOf, objectKey, type VersionedIdentity } from '../object/identity.ts';
import { at } from '../object/json.ts';
import { namespaceOf, type KubeObject } from '../object/kube-object.ts';
import { learnSecrets } from '../object/learn-secrets.ts';
import { words } from '../object/masked.ts';
import type { LiveObjects } from '../reconciler/attempt.ts';
import type { Live } from './answer.ts';
import type { ServedKind } from './catalog.ts';
import type { Outcome, Reading } from './cluster.ts';
import { failureGap, gapOf } from './failure-gap.ts';
import { inParallel } from './in-parallel.ts';
import { asKubeObject, itemsOf } from './kube-reply.ts';
import { isAddressable, moved, placed } from './placement.ts';
import { isSecretKind } from './secret-text.ts';
import { pathOf } from './send.ts';
import type { Session } from './session.ts';

/** By identity key of the placed object (placement.ts). */
export type LiveReading = ReadonlyMap<string, Live>;

export interface Wanted {
  /** Declared objects: their live values are compared. Those named first decide the version that is read. */
  readonly declared: readonly KubeObject[];
  /** Objects of an inventory: that they exist, their labels and owners. Secrets among them are read without values. */
  readonly named: readonly VersionedIdentity[];
}

interface Target {
  readonly served: ServedKind;
  readonly object: KubeObject;
  readonly metadataOnly: boolean;
}

/** Up to this many, single reads in parallel cost less than a list of all there is. */
const fewObjects = 4;
const pageSize = 500;

export async function readLive(session: Session, wanted: Wanted): Promise<LiveReading> {
  const results = new Map<string, Live>();
  const groups = new Map<string, Target[]>();
  for (const { object, metadataOnly } of targetsOf(session, wanted)) {
    const identity = identityOf(object);
    const key = identityKey(identity);
    if (results.has(key)) continue;
    const served = session.catalog.find(identity);
    results.set(key, served === undefined ? unknownKind(session, identity) : { kind: 'absent' });
    if (served === undefined || !isReadable(served, object)) continue;
    const group = `${served.resource}\n${served.group}\n${served.version}\n${namespaceOf(object)}\n${metadataOnly}`;
    groups.set(group, [...(groups.get(group) ?? []), { served, object, metadataOnly }]);
  }
  const read = await inParallel([...groups.values()], session.width, async (targets) =>
    readGroup(session, targets),
  );
  for (const found of read) for (const [key, live] of found) results.set(key, live);
  return results;
}

/** What a reconciler's attempts need of a reading. */
export function foundObjects(reading: LiveReading): LiveObjects {
  return new Map(
    [...reading].flatMap(([key, live]) => (live.kind === 'found' ? [[key, live.object] as const] : [])),
  );
}

export async function readOne(session: Session, served: ServedKind, object: KubeObject): Promise<Live> {
  return await readTarget(session, { served, object, metadataOnly: false });
}

function targetsOf(session: Session, wanted: Wanted): readonly Omit<Target, 'served'>[] {
  const place = (object: KubeObject): KubeObject => placed(session.catalog, object, session.namespace);
  return [
    ...wanted.declared.map((object) => ({ object: place(object), metadataOnly: false })),
    ...wanted.named.map((identity) => ({
      object: place(stub(identity)),
      metadataOnly: isSecretKind(identity),
    })),
  ];
}

function stub({ group, version, kind, namespace, name }: VersionedIdentity): KubeObject {
  const bare = { apiVersion: group === '' ? version : `${group}/${version}`, kind, metadata: { name } };
  return namespace === '' ? bare : moved(bare, namespace);
}

/** A generated name is nobody's yet, and a name that no path can hold is nobody's ever. */
function isReadable(served: ServedKind, object: KubeObject): boolean {
  return isAddressable(object.metadata.name) && (!served.namespaced || isAddressable(namespaceOf(object)));
}

function unknownKind(session: Session, identity: VersionedIdentity): Live {
  // Objects of a kind that the server does not serve cannot exist, unless it could not tell what it serves.
  if (!session.catalog.isIncomplete(identity.group)) return { kind: 'absent' };
  const why = words`the server could not list the kinds of group ${session.mask.text(identity.group)}`;
  return { kind: 'gap', gap: gapOf(session, { kind: 'kind-unknown', object: identity }, why) };
}

type Found = ReadonlyMap<string, Live>;

async function readGroup(session: Session, targets: readonly Target[]): Promise<Found> {
  const first = targets[0];
  // A list of Secrets would read the values of every other one in the namespace too.
  const isValueOfSecret = first !== undefined && isSecretKind(first.served) && !first.metadataOnly;
  if (first === undefined || targets.length <= fewObjects || isValueOfSecret)
    return await readEach(session, targets);
  const listed = await readPages(session, first, targets);
  const rest = targets.filter((target) => !listed.has(objectKey(target.object)));
  return new Map([...listed, ...(await readEach(session, rest))]);
}

/** Decided objects only: without the end of the list, or the right to list, the others remain to be read one by one. */
async function readPages(session: Session, first: Target, targets: readonly Target[]): Promise<Found> {
  const missing = new Set(targets.map((target) => objectKey(target.object)));
  const found = new Map<string, Live>();
  let next: string | undefined;
  do {
    const page = await readPage(session, first, next);
    if (page === undefined) return found;
    for (const object of page.objects) {
      const key = objectKey(object);
      if (!missing.delete(key)) continue;
      learnIfShown(session, object);
      found.set(key, { kind: 'found', object });
    }
    next = page.next;
    // Turning pages for a few names costs more than asking for them.
    if (next !== undefined && missing.size <= fewObjects * Math.ceil(page.left / pageSize)) return found;
  } while (next !== undefined);
  for (const key of missing) found.set(key, { kind: 'absent' });
  return found;
}

interface Page {
  readonly objects: readonly KubeObject[];
  readonly next: string | undefined;
  /** Objects on later pages; 0 also where the server does not say. */
  readonly left: number;
}

async function readPage(session: Session, of: Target, next: string | undefined): Promise<Page | undefined> {
  const { name: _name, ...path } = pathOf(of.served, of.object);
  const { group, version, kind } = of.served;
  const paging = { metadataOnly: of.metadataOnly, limit: pageSize, continue: next };
  const outcome = await session.cluster.list(path, paging, session.signal);
  if (outcome.kind === 'failure' || outcome.status !== 200 || outcome.body === undefined) return undefined;
  const token = at(outcome.body, 'metadata', 'continue');
  return {
    objects: itemsOf(outcome.body, { apiVersion: group === '' ? version : `${group}/${version}`, kind }),
    next: typeof token === 'string' && token !== '' ? token : undefined,
    left: Number(at(outcome.body, 'metadata', 'remainingItemCount') ?? 0),
  };
}

async function readEach(session: Session, targets: readonly Target[]): Promise<Found> {
  const read = await inParallel(targets, session.width, async (target) => {
    return [objectKey(target.object), await readTarget(session, target)] as const;
  });
  return new Map(read);
}

function learnIfShown({ mask, shows }: Session, object: KubeObject): void {
  if (shows(identityOf(object))) learnSecrets(mask, [object]);
}

async function readTarget(session: Session, { served, object, metadataOnly }: Target): Promise<Live> {
  const identity = identityOf(object);
  const outcome = await readOrLookThrough(session, served, { object, metadataOnly });
  if (outcome.kind === 'reply' && outcome.status === 404) return { kind: 'absent' };
  const live = outcome.kind === 'reply' && outcome.status === 200 ? asKubeObject(outcome.body) : undefined;
  if (live === undefined) return { kind: 'gap', gap: failureGap(session, outcome, identity) };
  // Metadata comes as a PartialObjectMetadata of the meta group.
  const { apiVersion, kind } = object;
  const named = { ...live, apiVersion, kind };
  learnIfShown(session, named);
  return { kind: 'found', object: named };
}

/**
 * A credential that may dry-run Secrets and not read them (the operator's choice in `proofline cluster add`) still learns
 * what is live: a dry run of an empty patch answers with it.
 */
async function readOrLookThrough(
  session: Session,
  served: ServedKind,
  what: Reading & { readonly object: KubeObject },
): Promise<Outcome> {
  const path = pathOf(served, what.object);
  const outcome = await session.cluster.get(path, { metadataOnly: what.metadataOnly }, session.signal);
  const isForbidden = outcome.kind === 'reply' && outcome.status === 403;
  if (!isForbidden || !isSecretKind(served) || what.metadataOnly) return outcome;
  const write = {
    body: {},
    manager: 'proofline',
    validation: 'Ignore',
    type: 'application/merge-patch+json',
  } as const;
  const seen = await session.cluster.dryRunPatch(path, write, session.signal);
  const isAnswer = seen.kind === 'reply' && (seen.status === 200 || seen.status === 404);
  return isAnswer ? seen : outcome;
}
