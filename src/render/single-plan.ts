/** A plan -> the plans that make it up, each with one renderer, in the order in which they are rendered. */
import type { RenderPlan } from '../reconciler/render-plan.ts';

export type SinglePlan = Exclude<RenderPlan, { readonly kind: 'sources' | 'stopped' }>;

export function singlePlans(plan: RenderPlan): readonly SinglePlan[] {
  switch (plan.kind) {
    case 'sources':
      return plan.parts.flatMap(singlePlans);
    case 'stopped':
      return [];
    case 'helm':
    case 'kustomize':
    case 'directory':
      return [plan];
  }
}
