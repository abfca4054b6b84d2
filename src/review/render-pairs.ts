/** The touched units -> what each renders to on both sides. */
import { inParallel } from '../live/in-parallel.ts';
import type { Gap } from '../object/gap.ts';
import type { Declared } from '../object/kube-object.ts';
import type { Pair, Sided } from '../reconciler/pairs.ts';
import type { Render } from '../render/render.ts';
import { renderUnit } from '../render/render-unit.ts';
import { heldTree } from '../source/held-tree.ts';
import type { ReadLimits, Tree } from '../source/tree.ts';
import { endIfStopped } from './end-if-stopped.ts';
import { remoteGaps, treesOf } from './fetch-remotes.ts';
import type { Fetched } from './fetch-remotes.ts';
import { planOf } from './plan-of.ts';
import { createSteps } from './progress.ts';
import type { Sessions } from './sessions.ts';
import type { World } from './world.ts';

export interface RenderedPair {
  readonly pair: Pair;
  readonly base: Render;
  readonly head: Render;
}

/** As many programs as processors run at once (`process/slots.ts`); one render more fills the time in which one is set up or read. */
export const rendersAtOnce = 3;

export interface Means {
  readonly sessions: Sessions;
  readonly fetched: Fetched;
  /** Trees that hold what all these renders read of them. */
  readonly held?: ReadonlyMap<Tree, Tree>;
}

/** Throws SourceError. */
export async function renderPairs(
  world: World,
  touched: readonly Pair[],
  means: Means,
): Promise<readonly RenderedPair[]> {
  const steps = createSteps(world, 'rendering', touched.length);
  const held = heldTrees(touched);
  const rendered = await inParallel(touched, rendersAtOnce, async (pair) => {
    endIfStopped(world);
    return steps.after(renderPair(world, pair, { ...means, held }));
  });
  endIfStopped(world);
  return rendered;
}

/** What is more than this in a review is read unit by unit. */
const holding: ReadLimits = { largest: 1_000_000, total: 32_000_000 };

/** Each read of a repository starts programs: what many units need is read at once. */
function heldTrees(pairs: readonly Pair[]): ReadonlyMap<Tree, Tree> {
  const sides = pairs.flatMap(({ base, head }) => [base, head]).filter((side) => side !== undefined);
  const byTree = Map.groupBy(sides, ({ tree }) => tree);
  return new Map(
    [...byTree].map(([tree, those]) => {
      const paths = new Set(those.flatMap(({ closure }) => closure.paths));
      return [tree, heldTree(tree, [...paths], holding)];
    }),
  );
}

async function renderPair(world: World, pair: Pair, means: Means): Promise<RenderedPair> {
  const [base, head] = await Promise.all([
    pair.base === undefined ? absent : renderSide(world, pair.base, means),
    pair.head === undefined ? absent : renderSide(world, pair.head, means),
  ]);
  return { pair, base, head };
}

const absent: Render = { kind: 'absent' };

/** Throws SourceError. */
export async function renderSide(
  { renderers }: Pick<World, 'renderers'>,
  sided: Sided,
  { sessions, fetched, held }: Means,
): Promise<Render> {
  const { unit, tree, closure } = sided;
  const unreached = remoteGaps(sided, fetched);
  if (unreached.length > 0) return { kind: 'gap', gaps: unreached };
  const plan = await planOf(sided);
  if ('why' in plan) return { kind: 'gap', gaps: [plan] };
  const opened = sessions.get(unit.target.cluster ?? '');
  const capabilities = opened?.kind === 'open' ? opened.capabilities : undefined;
  return renderUnit(
    { unit: unit.id, plan, closure, tree: held?.get(tree) ?? tree, remotes: treesOf(fetched), capabilities },
    renderers,
  );
}

/** Undefined where it is not known what the side declares; nothing where the unit does not exist there. */
export function declaredBy(render: Render): readonly Declared[] | undefined {
  switch (render.kind) {
    case 'rendered':
      return render.declared;
    case 'absent':
      return [];
    case 'failed':
    case 'gap':
      return undefined;
  }
}

export function gapsOf(render: Render): readonly Gap[] {
  return render.kind === 'rendered' || render.kind === 'gap' ? render.gaps : [];
}
