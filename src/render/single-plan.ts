/** A plan -> the plans that make it up, each with one renderer, in the order in which they are rendered. */
import type { RenderPlan } from '../reconciler/render-plan.ts';

export type SinglePlan = Exclude<RenderPlan, { readonly kind: 'sources' }>;

export function singlePlans(plan: RenderPlan): readonly SinglePlan[] {
  return plan.kind === 'sources' ? plan.parts.flatMap(singlePlans) : [plan];
}
