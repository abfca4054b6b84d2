/** Each unit's two renders and its cluster -> its comparisons: asked of the API server, or by the renders alone. */
import { compare } from '../diff/compare.ts';
import type { Dropped } from '../diff/compare.ts';
import { claimsOf } from '../diff/disclosure.ts';
import { compareRendered } from '../diff/compare-rendered.ts';
import type { Comparison } from '../diff/change.ts';
import type { GroupVersionKind } from '../live/catalog.ts';
import { inParallel } from '../live/in-parallel.ts';
import { loadMergeKeys } from '../live/merge-keys.ts';
import type { Answer } from '../live/answer.ts';
import { predict } from '../live/predict.ts';
import { foundObjects, readLive } from '../live/read-live.ts';
import { forUnit } from '../live/session.ts';
import type { Gap } from '../object/gap.ts';
import { groupVersionOf, identityKey, identityOf } from '../object/identity.ts';
import type { Identity } from '../object/identity.ts';
import type { Declared, KubeObject } from '../object/kube-object.ts';
import { words } from '../object/masked.ts';
import type { Attempt, Pruning } from '../reconciler/contract.ts';
import type { Pair, Sided } from '../reconciler/pairs.ts';
import { createProgress, createSteps } from './progress.ts';
import type { Opened } from './sessions.ts';
import type { ReviewedUnit } from './unit.ts';
import type { World } from './world.ts';

export interface AnsweredUnit extends ReviewedUnit {
  readonly comparisons: readonly Comparison[];
}

/** Answers wait for servers, whose own limits hold. */
const atOnce = 8;

/** `onSome` hears of the units that are done while others are not. */
export async function answerUnits(
  world: World,
  units: readonly ReviewedUnit[],
  onSome: (done: readonly AnsweredUnit[], pending: number) => void,
): Promise<readonly AnsweredUnit[]> {
  const steps = createSteps(world, 'asking', units.length);
  const progress = createProgress(world.clock, units.length, onSome);
  return inParallel(units, atOnce, async (unit) => {
    const answered = { ...unit, ...(await steps.after(answerUnit(world, unit))) };
    progress.done(answered);
    return answered;
  });
}

interface Answered {
  readonly comparisons: readonly Comparison[];
  readonly gaps: readonly Gap[];
}

/** Without comparisons where head is not known: a failed render is never a deletion. */
async function answerUnit(world: World, unit: ReviewedUnit): Promise<Answered> {
  const { pair, base, head, opened } = unit;
  if (head === undefined) return { comparisons: [], gaps: unit.gaps };
  if (opened?.kind === 'open') {
    const { comparisons, gaps } = await askCluster(world, { ...unit, base: base ?? [], head }, opened);
    return { comparisons, gaps: [...unit.gaps, ...gaps] };
  }
  const rendered = base === undefined ? [] : compareRendered({ unit: pair.id, base, head, mask: world.mask });
  if (opened === undefined) return { comparisons: rendered, gaps: [...unit.gaps, noCluster(world, pair)] };
  const unseen = rendered.filter(({ change }) => change.action !== 'unchanged');
  return {
    comparisons: unseen.map((comparison) => asGap(comparison, opened.gap)),
    gaps: [...unit.gaps, { ...opened.gap, unit: pair.id }],
  };
}

function noCluster({ mask }: World, { id, base, head }: Pair): Gap {
  const name = (head ?? base)?.unit.target.cluster;
  const why =
    name === undefined
      ? words`no cluster is configured for it: both sides are compared as they are rendered`
      : words`this repository may not use a cluster ${mask.text(name)}: both sides are compared as they are rendered`;
  return { kind: 'no-cluster', unit: id, object: undefined, why };
}

/** The renders differ; what that does to a cluster that did not answer is not known. */
function asGap(comparison: Comparison, gap: Gap): Comparison {
  return { ...comparison, change: { ...comparison.change, action: 'gap', message: gap.why } };
}

interface Known extends ReviewedUnit {
  readonly base: readonly Declared[];
  readonly head: readonly Declared[];
}

async function askCluster(
  world: World,
  unit: Known,
  opened: Extract<Opened, { readonly kind: 'open' }>,
): Promise<Answered> {
  const { pair, base, head } = unit;
  const sided = present(pair);
  const limit = { clock: world.clock, milliseconds: world.limits.unitSeconds * 1000 };
  const atBase = new Set(base.map(({ object }) => keyOf(object)));
  const inventory = sided.reconciler.inventory(sided.unit);
  const claims = claimsOf({ inventory, atBase, maySee: world.maySee });
  const target = {
    id: pair.id,
    namespace: sided.unit.target.namespace,
    shows: (identity: Identity) => claims(identity).disclosed,
  };
  const session = forUnit(opened.session, target, limit);
  const objects = [...head, ...base].map(({ object }) => object);
  const live = await readLive(session, { declared: objects, named: [] });
  const found = foundObjects(live);
  const leaving = leavingObjects(sided, { base, head, live: found });
  const attempts = sided.reconciler.attempts(sided.unit, head, found);
  const [predicted, mergeKeys] = await Promise.all([
    predict(session, {
      head: [...attempts, ...leaving.map(({ attempt }) => attempt)],
      base: sided.reconciler.attempts(sided.unit, base, found),
      live,
      declared: unit.declared,
    }),
    loadMergeKeys(session, objects.map(kindOf), opened.usable.schemas),
  ]);
  return compare({
    unit: sided.unit,
    head: predicted.head.slice(0, attempts.length),
    base: new Map(predicted.base.map((answer) => [keyOf(answer.attempt.object), answer])),
    dropped: leaving.map((each, index) => toDropped(each, predicted.head[attempts.length + index])).flat(),
    declared: { base, head },
    applied: sided.reconciler.applied(sided.unit),
    inventory,
    maySee: world.maySee,
    mergeKeys,
    mask: world.mask,
  });
}

function present({ base, head }: Pair): Sided {
  const sided = head ?? base;
  if (sided === undefined) throw new Error('a pair of units has neither side');
  return sided;
}

interface Leaving {
  readonly declared: Declared;
  readonly pruning: Pruning;
  readonly attempt: Attempt;
}

function leavingObjects(
  { unit, reconciler }: Sided,
  sides: {
    readonly base: readonly Declared[];
    readonly head: readonly Declared[];
    readonly live: ReadonlyMap<string, KubeObject>;
  },
): readonly Leaving[] {
  const stays = new Set(sides.head.map(({ object }) => keyOf(object)));
  return sides.base
    .filter(({ object }) => !stays.has(keyOf(object)))
    .map((declared) => {
      const { object } = declared;
      const pruning = reconciler.prune(unit, sides.live.get(keyOf(object)) ?? object);
      const stage = sides.head.length;
      const attempt: Attempt =
        pruning === 'deleted'
          ? { kind: 'delete', object, stage, propagation: 'Background' }
          : { kind: 'skip', object, stage, why: words`it leaves the declaration and is not pruned` };
      return { declared, pruning, attempt };
    });
}

function toDropped({ declared, pruning }: Leaving, answer: Answer | undefined): readonly Dropped[] {
  return answer === undefined ? [] : [{ declared, pruning, answer }];
}

function kindOf(object: KubeObject): GroupVersionKind {
  return { ...groupVersionOf(object.apiVersion), kind: object.kind };
}

function keyOf(object: KubeObject): string {
  return identityKey(identityOf(object));
}
