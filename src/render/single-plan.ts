/** A plan -> the plans that make it up, each with one renderer, in the order in which they are rendered. */
import type { RenderPlan, RenderStep } from '../reconciler/render-plan.ts';

export type SinglePlan = Exclude<RenderPlan, { readonly kind: 'sources' | 'processed' | 'stopped' }>;

export function singlePlans(plan: RenderPlan): readonly SinglePlan[] {
  switch (plan.kind) {
    case 'sources':
      return plan.parts.flatMap(singlePlans);
    case 'processed':
      return singlePlans(plan.plan);
    case 'stopped':
      return [];
    case 'helm':
    case 'kustomize':
    case 'directory':
      return [plan];
  }
}

/** What is done to the objects of all of them, in order. */
export function stepsOf(plan: RenderPlan): readonly RenderStep[] {
  return plan.kind === 'processed' ? [...stepsOf(plan.plan), ...plan.steps] : [];
}
