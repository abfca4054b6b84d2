/** A unit's two renders and an open session with its cluster -> its comparisons, as the API server answers. */
import type { Compared, Dropped, UnitAnswers } from '../diff/compare.ts';
import type { Answer } from '../live/answer.ts';
import type { GroupVersionKind } from '../live/catalog.ts';
import { mergeKeysIn } from '../live/merge-keys.ts';
import { loadOpenApi } from '../live/open-api.ts';
import { patchStrategiesIn } from '../live/patch-strategies.ts';
import { predict } from '../live/predict.ts';
import { foundObjects, readLive } from '../live/read-live.ts';
import type { LiveReading } from '../live/read-live.ts';
import { withRights } from '../live/rights.ts';
import { forUnit } from '../live/session.ts';
import type { Session } from '../live/session.ts';
import { groupVersionOf, identityOf, objectKey } from '../object/identity.ts';
import type { Identity, VersionedIdentity } from '../object/identity.ts';
import type { Declared, KubeObject } from '../object/kube-object.ts';
import { words } from '../object/masked.ts';
import type { Attempt, LiveObjects } from '../reconciler/attempt.ts';
import type { Inventory } from '../reconciler/unit-record.ts';
import { presentSide } from '../reconciler/pairs.ts';
import type { Sided } from '../reconciler/pairs.ts';
import { claimedInventory, claimsIn, unclaimedGaps, unreadRecords } from './claimed-inventory.ts';
import { comparedByRecord } from './compared-by-record.ts';
import type { LastSynced, Past } from './last-synced.ts';
import { leavesAtBase, leavingObjects } from './leaving.ts';
import type { Leaving } from './leaving.ts';
import { runCourse } from './run-course.ts';
import type { Opened } from './sessions.ts';
import type { ReviewedUnit } from './unit.ts';
import { givenOf } from './unshown.ts';
import { unreadHeld } from './unread-held.ts';
import type { World } from './world.ts';

export interface Known extends ReviewedUnit {
  readonly base: readonly Declared[];
  readonly head: readonly Declared[];
}

type Open = Extract<Opened, { readonly kind: 'open' }>;

export interface Asked extends Compared {
  /** Its live objects that may be shown. */
  readonly live: readonly KubeObject[];
  /** Those that may not be shown. */
  readonly unshown: readonly KubeObject[];
  /** Undefined where the objects tell by themselves what was applied to them. */
  readonly lastSynced: LastSynced | undefined;
}

interface Around {
  readonly opened: Open;
  readonly past: Past;
}

export async function askCluster(world: World, known: Known, { opened, past }: Around): Promise<Asked> {
  const sided = presentSide(known.pair);
  const inventory = claimedInventory(known.pair);
  const session = sessionFor(world, known, opened);
  const objects = [...known.head, ...known.base].map(({ object }) => object);
  const live = await readLive(session, { declared: objects, named: namedBy(sided, inventory, session) });
  const leaving = leavingObjects(sided, {
    ...known,
    inventory,
    live: foundObjects(live),
    gone: known.pair.head === undefined,
  });
  const openApi = await loadOpenApi(session, objects.map(kindOf), opened.usable.schemas);
  const strategies = patchStrategiesIn(openApi);
  const given = givenOf(foundObjects(live), session.shows);
  const attempting = { sided, given, strategies };
  const predicted = await predict(session, {
    head: await attemptsOf(attempting, known.head, deletedIn(leaving)),
    base: await attemptsOf(attempting, known.base, []),
    live,
    declared: known.declared,
  });
  const permitted = await withRights(session, sided.reconciler.identity(sided.unit), predicted.head);
  const reached = await runCourse(sided, permitted.answers, {
    gone: known.pair.head === undefined,
    strategies,
    unrendered: known.unrendered,
    shows: session.shows,
  });
  const isLeaving = ({ attempt }: Answer): boolean => leaving.has(objectKey(attempt.object));
  const answers: UnitAnswers = {
    unit: sided.unit,
    head: reached.filter((answer) => !isLeaving(answer)),
    base: new Map(predicted.base.map((answer) => [objectKey(answer.attempt.object), answer])),
    dropped: droppedOf(leaving, reached.filter(isLeaving), { live, known }),
    declared: { base: known.base, head: known.head },
    applied: sided.reconciler.applied(sided.unit),
    inventory,
    maySee: world.maySee,
    mergeKeys: mergeKeysIn(openApi),
    mask: world.mask,
  };
  const { lastSynced, compared } = await comparedByRecord(world, known, { answers, past });
  const found = [...foundObjects(live).values()];
  const isShown = (object: KubeObject): boolean => session.shows(identityOf(object));
  return {
    lastSynced,
    live: found.filter(isShown),
    unshown: found.filter((object) => !isShown(object)),
    comparisons: compared.comparisons,
    gaps: [
      ...unclaimedGaps(known.pair),
      ...unreadRecords(known.pair, inventory, answers.applied),
      ...unreadHeld({ ...known, ...session, unit: known.pair.id, inventory, live }),
      ...permitted.gaps,
      ...compared.gaps,
    ],
  };
}

function sessionFor(world: World, known: Known, opened: Open): Session {
  const limit = { clock: world.clock, milliseconds: world.limits.unitSeconds * 1000 };
  const claims = claimsIn(world, known);
  const target = {
    id: known.pair.id,
    namespace: presentSide(known.pair).unit.target.namespace,
    shows: (identity: Identity) => claims(identity).disclosed,
  };
  return forUnit(opened.session, target, limit);
}

/** In the version that the server prefers; what it does not serve holds nothing. */
function namedBy(
  { reconciler, unit }: Sided,
  inventory: Inventory,
  { catalog }: Session,
): readonly VersionedIdentity[] {
  const held = inventory.kind === 'objects' ? inventory.objects : [];
  return [...held, ...reconciler.looksAt(unit)].flatMap((identity) => {
    const served = catalog.preferred(identity.group, identity.kind);
    return served === undefined ? [] : [{ ...identity, version: served.version }];
  });
}

interface Attempting {
  readonly sided: Sided;
  readonly given: LiveObjects;
  readonly strategies: Parameters<Sided['reconciler']['attempts']>[1]['strategies'];
}

async function attemptsOf(
  { sided: { reconciler, unit }, given, strategies }: Attempting,
  desired: readonly Declared[],
  leaving: readonly KubeObject[],
): Promise<readonly Attempt[]> {
  return reconciler.attempts(unit, { desired, leaving, live: given, strategies });
}

function deletedIn(leaving: ReadonlyMap<string, Leaving>): readonly KubeObject[] {
  return [...leaving.values()].flatMap(({ declared, pruning }) =>
    pruning === 'deleted' ? [declared.object] : [],
  );
}

/** What stays in the cluster is not asked for: its live object is all that can be said. */
function droppedOf(
  leaving: ReadonlyMap<string, Leaving>,
  answers: readonly Answer[],
  { live, known }: { readonly live: LiveReading; readonly known: Known },
): readonly Dropped[] {
  const asked = new Map(answers.map((answer) => [objectKey(answer.attempt.object), answer] as const));
  return [...leaving].map(([key, leaves]) => ({
    ...leaves,
    cause: leavesAtBase(known, leaves) ? 'unsynced' : 'pull-request',
    answer: asked.get(key) ?? staying(leaves.declared.object, live.get(key)),
  }));
}

function staying(object: KubeObject, live: Answer['live'] = { kind: 'absent' }): Answer {
  const why = words`it leaves the declaration and is not pruned`;
  const attempt: Attempt = { kind: 'skip', object, stage: 0, why };
  return { attempt, live, prediction: { kind: 'skipped', why }, warnings: [], assumes: [] };
}

function kindOf(object: KubeObject): GroupVersionKind {
  return { ...groupVersionOf(object.apiVersion), kind: object.kind };
}
