/** A Flux HelmRelease: what helm-controller renders, applies and prunes for it. */
import type { FluxKind } from '../flux-kind.ts';
import type { FluxMeans } from '../flux.ts';
import { applying } from './applying.ts';
import { closure } from './closure.ts';
import { declares } from './declares.ts';
import { renderPlan } from './plan.ts';

export function helmRelease(means: FluxMeans): FluxKind {
  return {
    ...applying(means),
    closure,
    declares,
    renderPlan: async (unit, tree) => renderPlan(unit, tree, means.mask),
    // The render has it all, for Helm writes its marks on each part otherwise.
    finish: (_unit, declared) => declared,
  };
}
