/** A Flux HelmRelease: what helm-controller renders, applies and prunes for it. */
import { words } from '../../../object/masked.ts';
import type { FluxKind } from '../flux-kind.ts';
import type { FluxMeans } from '../flux.ts';
import { applying } from './applying.ts';

export function helmRelease(means: FluxMeans): FluxKind {
  return {
    ...applying(means),
    closure: async () => Promise.resolve({ paths: [], remotes: [], unknown: [] }),
    declares: async () => Promise.resolve(false),
    renderPlan: async (unit) =>
      Promise.resolve({
        kind: 'source-unreadable',
        unit: unit.id,
        object: undefined,
        why: words`a HelmRelease is not rendered yet`,
      }),
    finish: (_unit, declared) => declared,
  };
}
