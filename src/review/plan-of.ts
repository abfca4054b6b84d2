/** A unit on one side -> its render plan, made once: its render and the places of its findings ask for the same. */
import type { Gap } from '../object/gap.ts';
import type { Sided } from '../reconciler/pairs.ts';
import type { RenderPlan } from '../reconciler/render-plan.ts';

const plans = new WeakMap<Sided, Promise<RenderPlan | Gap>>();

/** Throws SourceError. */
export async function planOf(sided: Sided): Promise<RenderPlan | Gap> {
  const { unit, reconciler, tree } = sided;
  const plan = plans.get(sided) ?? reconciler.renderPlan(unit, tree);
  plans.set(sided, plan);
  return plan;
}
