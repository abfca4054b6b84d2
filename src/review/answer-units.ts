/** Each unit's two renders and its cluster -> its comparisons: asked of the API server, or by the renders alone. */
import { compareRendered } from '../diff/compare-rendered.ts';
import type { UnitRenders } from '../diff/compare-rendered.ts';
import type { Comparison } from '../diff/change.ts';
import { inParallel } from '../live/in-parallel.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { Gap } from '../object/gap.ts';
import { words } from '../object/masked.ts';
import { clusterOf, presentSide } from '../reconciler/pairs.ts';
import type { Pair } from '../reconciler/pairs.ts';
import { askCluster } from './ask-cluster.ts';
import type { LastSynced, Past } from './last-synced.ts';
import { createProgress, createSteps } from './progress.ts';
import type { ReviewedUnit } from './unit.ts';
import type { World } from './world.ts';

export interface AnsweredUnit extends ReviewedUnit {
  readonly comparisons: readonly Comparison[];
  /** Its live objects that may be shown. */
  readonly live: readonly KubeObject[];
  /** Those that may not: no rule sees them, and nothing is told of them but that somebody has them. */
  readonly unshown?: readonly KubeObject[];
  /** What its last sync rendered, where its objects do not tell by themselves what was applied to them. */
  readonly lastSynced?: LastSynced | undefined;
}

export interface ToAnswer {
  readonly units: readonly ReviewedUnit[];
  readonly past: Past;
}

/** Answers wait for servers, whose own limits hold. */
const atOnce = 8;

/** `onSome` hears of the units that are done while others are not. */
export async function answerUnits(
  world: World,
  { units, past }: ToAnswer,
  onSome: (done: readonly AnsweredUnit[], pending: number) => void,
): Promise<readonly AnsweredUnit[]> {
  const steps = createSteps(world, 'asking', units.length);
  const progress = createProgress(world.clock, units.length, onSome);
  return inParallel(units, atOnce, async (unit) => {
    const answered = { ...unit, ...(await steps.after(answerUnit(world, unit, past))) };
    progress.done(answered);
    return answered;
  });
}

interface Answered extends Pick<AnsweredUnit, 'lastSynced' | 'unshown'> {
  readonly comparisons: readonly Comparison[];
  readonly live: readonly KubeObject[];
  readonly gaps: readonly Gap[];
}

/** Without comparisons where head is not known: a failed render is never a deletion. */
async function answerUnit(world: World, unit: ReviewedUnit, past: Past): Promise<Answered> {
  const { pair, base, head, opened } = unit;
  if (head === undefined) return { comparisons: [], live: [], gaps: unit.gaps };
  if (opened?.kind === 'open') {
    const asked = await askCluster(world, { ...unit, base: base ?? [], head }, { opened, past });
    return { ...asked, gaps: [...unit.gaps, ...asked.gaps] };
  }
  const sides = { unit: pair.id, base: base ?? [], head, mask: world.mask };
  const rendered = base === undefined ? [] : compareRendered({ ...sides, ...leavingFrom(pair) });
  if (opened === undefined) {
    return { comparisons: rendered, live: [], gaps: [...unit.gaps, noCluster(world, pair)] };
  }
  const unseen = rendered.filter(({ change }) => change.action !== 'unchanged');
  return {
    comparisons: unseen.map((comparison) => asGap(comparison, opened.gap)),
    live: [],
    gaps: [...unit.gaps, { ...opened.gap, unit: pair.id }],
  };
}

/** A reconciler that keeps an inventory knows by the declaration alone what it would prune. */
function leavingFrom(pair: Pair): Pick<UnitRenders, 'leaves'> {
  const { unit, reconciler } = presentSide(pair);
  if (reconciler.inventory(unit).kind === 'none') return {};
  return { leaves: (object) => reconciler.prune(unit, object, pair.head === undefined) ?? 'orphaned' };
}

function noCluster({ mask }: World, pair: Pair): Gap {
  const name = clusterOf(pair);
  const why =
    name === undefined
      ? words`no cluster is configured for it: both sides are compared as they are rendered`
      : words`this repository may not use a cluster ${mask.text(name)}: both sides are compared as they are rendered`;
  return { kind: 'no-cluster', unit: pair.id, object: undefined, why };
}

/** The renders differ; what that does to a cluster that did not answer is not known. */
function asGap(comparison: Comparison, gap: Gap): Comparison {
  return { ...comparison, change: { ...comparison.change, action: 'gap', message: gap.why } };
}
