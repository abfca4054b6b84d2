/** A unit whose object is deleted -> whether its controller then deletes what it applied, and if not, why (facts/reconcilers.md §3c, §4c). */
import { textAt } from '../../../object/fields.ts';
import { words } from '../../../object/masked.ts';
import type { Masked } from '../../../object/masked.ts';
import type { FluxUnit } from '../flux-unit.ts';

const finalizer = 'finalizers.fluxcd.io';

/** Undefined where all that it applied goes with it. */
export function survives(flux: FluxUnit): Masked | undefined {
  const { live } = flux;
  if (live === null && flux.unseen === undefined) {
    return words`it is not in the cluster, so it has applied nothing`;
  }
  // Its controller gives it the finalizer before it applies anything.
  if (live !== null && !live.finalizers.includes(finalizer)) return words`it has no finalizer of Flux`;
  const { spec } = live ?? flux.declared;
  if (spec['suspend'] === true) return words`it is suspended`;
  return flux.kind === 'Kustomization' ? byPolicy(spec) : undefined;
}

function byPolicy(spec: FluxUnit['declared']['spec']): Masked | undefined {
  const policy = textAt(spec, 'deletionPolicy') || 'MirrorPrune';
  if (policy === 'Orphan') return words`its deletionPolicy is Orphan`;
  return policy === 'MirrorPrune' && spec['prune'] !== true ? words`it does not prune` : undefined;
}
