/** Rendered units, and the other form of their content elsewhere in Git -> remarks where the two differ, gaps where it is unseen. */
import type { Gap } from '../object/gap.ts';
import type { Counterpart, Remark } from '../reconciler/declarations.ts';
import { sidesOf } from '../reconciler/pairs.ts';
import type { Sided } from '../reconciler/pairs.ts';
import { renderUnit } from '../render/render-unit.ts';
import type { Render } from '../render/render.ts';
import { declaredBy, gapsOf } from './render-pairs.ts';
import type { RenderedPair } from './render-pairs.ts';
import type { World } from './world.ts';

export interface Compared {
  readonly remarks: readonly Remark[];
  readonly gaps: readonly Gap[];
}

/** Throws SourceError. */
export async function compareCounterparts(
  world: World,
  rendered: readonly RenderedPair[],
): Promise<Compared> {
  const remarks: Remark[] = [];
  const gaps: Gap[] = [];
  for (const pair of rendered) {
    for (const sided of sidesOf(pair.pair)) {
      const found = sided.reconciler.counterpart(sided.unit);
      if (found === undefined || pair.pair[found.side] !== sided) continue;
      const own = declaredBy(pair[found.side]);
      const other = await renderOther(world, sided, found);
      const there = declaredBy(other);
      gaps.push(...gapsOf(other));
      const remark = own && there && found.compare(own, there);
      if (remark !== undefined) remarks.push(remark);
    }
  }
  return { remarks, gaps };
}

async function renderOther(
  { fetchRemote, renderers }: World,
  { reconciler, unit: { id } }: Sided,
  { remote, unit }: Counterpart,
): Promise<Render> {
  const fetched = await fetchRemote(remote, id);
  if (fetched.kind === 'gap') return { kind: 'gap', gaps: [fetched.gap] };
  const { tree } = fetched;
  const plan = await reconciler.renderPlan(unit, tree);
  if ('why' in plan) return { kind: 'gap', gaps: [plan] };
  const closure = await reconciler.closure(unit, tree);
  return renderUnit(
    { unit: id, plan, closure, tree, remotes: new Map(), capabilities: undefined },
    renderers,
  );
}
