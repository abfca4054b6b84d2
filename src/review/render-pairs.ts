/** The touched units -> what each renders to on both sides. */
import type { Capabilities } from '../live/capabilities.ts';
import { inParallel } from '../live/in-parallel.ts';
import type { Gap } from '../object/gap.ts';
import type { Declared } from '../object/kube-object.ts';
import { clusterOf } from '../reconciler/pairs.ts';
import type { Pair, Sided } from '../reconciler/pairs.ts';
import type { Render } from '../render/render.ts';
import { renderUnit } from '../render/render-unit.ts';
import { endIfStopped } from './end-if-stopped.ts';
import { createSteps } from './progress.ts';
import type { Sessions } from './sessions.ts';
import type { World } from './world.ts';

export interface RenderedPair {
  readonly pair: Pair;
  readonly base: Render;
  readonly head: Render;
}

/** Renders run programs, and two cores hold no more. */
const atOnce = 2;

/** Throws SourceError. */
export async function renderPairs(
  world: World,
  touched: readonly Pair[],
  sessions: Sessions,
): Promise<readonly RenderedPair[]> {
  const steps = createSteps(world, 'rendering', touched.length);
  const rendered = await inParallel(touched, atOnce, async (pair) => {
    endIfStopped(world);
    return steps.after(renderPair(world, pair, sessions));
  });
  endIfStopped(world);
  return rendered;
}

async function renderPair(world: World, pair: Pair, sessions: Sessions): Promise<RenderedPair> {
  const opened = sessions.get(clusterOf(pair) ?? '');
  const capabilities = opened?.kind === 'open' ? opened.capabilities : undefined;
  const [base, head] = await Promise.all(
    [pair.base, pair.head].map((sided) => renderSide(world, sided, capabilities)),
  );
  return { pair, base: base ?? absent, head: head ?? absent };
}

const absent: Render = { kind: 'absent' };

async function renderSide(
  { renderers }: World,
  sided: Sided | undefined,
  capabilities: Capabilities | undefined,
): Promise<Render> {
  if (sided === undefined) return absent;
  const { unit, reconciler, tree, closure } = sided;
  const plan = await reconciler.renderPlan(unit, tree);
  if ('why' in plan) return { kind: 'gap', gaps: [plan] };
  return renderUnit({ unit: unit.id, plan, closure, tree, capabilities }, renderers);
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
