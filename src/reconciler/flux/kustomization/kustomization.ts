/** A Flux Kustomization: what kustomize-controller renders, applies and prunes for it. */
import { words } from '../../../object/masked.ts';
import type { FluxKind } from '../flux-kind.ts';
import type { FluxMeans } from '../flux.ts';

export const manager = 'kustomize-controller';

export function kustomization(_means: FluxMeans): FluxKind {
  return {
    closure: async () => Promise.resolve({ paths: [], remotes: [], unknown: [] }),
    declares: async () => Promise.resolve(false),
    renderPlan: async (unit) =>
      Promise.resolve({
        kind: 'source-unreadable',
        unit: unit.id,
        object: undefined,
        why: words`a Kustomization is not rendered yet`,
      }),
    finish: (_unit, declared) => declared,
    looksAt: () => [],
    attempts: async () => Promise.resolve([]),
    course: async (_unit, said) => Promise.resolve(said.map(() => ({ kind: 'as-said' }))),
    applied: () => ({ kind: 'managed-fields', manager }),
    lastSync: () => ({ kind: 'none' }),
    consumed: () => new Map(),
    inventory: () => ({ kind: 'none' }),
    prune: () => 'orphaned',
    newlyHidden: async () => Promise.resolve([]),
    ignoring: () => undefined,
    notes: () => [],
    claims: () => [],
    identity: () => ({ kind: 'unnamed' }),
    applies: () => ({ when: words`after the merge`, why: words`Flux follows the branch` }),
  };
}
