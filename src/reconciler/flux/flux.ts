/** Flux, as it is installed where the unit's object lives: what its controllers render, apply and prune. */
import type { ClusterConfig, InstallationConfig } from '../../config/operator.ts';
import type { Mask } from '../../object/masked.ts';
import type { Reconciler } from '../contract.ts';
import { filesThatMayMention } from '../mentions.ts';
import type { Unit } from '../unit.ts';
import type { FluxKind } from './flux-kind.ts';
import { fluxUnit } from './flux-unit.ts';
import { helmRelease } from './helm-release/helm-release.ts';
import { kustomization } from './kustomization/kustomization.ts';
import { discover } from './units/discover.ts';
import { betweenSides } from './units/images.ts';
import { reads } from './units/reads.ts';

export interface FluxMeans {
  readonly clusters: readonly ClusterConfig[];
  readonly installations: readonly InstallationConfig[];
  readonly mask: Mask;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** For one review. */
export function flux(means: FluxMeans): Reconciler {
  const kinds = { Kustomization: kustomization(means), HelmRelease: helmRelease(means) };
  const between = betweenSides();
  const of = (unit: Unit): FluxKind => kinds[fluxUnit(unit).kind];
  return {
    name: 'flux',
    givesWay: false,
    isGuess: () => false,
    reads: (installation, seen) => reads(installation, seen, means),
    foreseen: filesThatMayMention,
    discover: async (declarations) => discover(declarations, between),
    closure: async (unit, tree) => of(unit).closure(unit, tree),
    declares: async (unit, tree) => of(unit).declares(unit, tree),
    renderPlan: async (unit, tree) => of(unit).renderPlan(unit, tree),
    finish: (unit, declared) => of(unit).finish(unit, declared),
    looksAt: (unit) => of(unit).looksAt(unit),
    attempts: async (unit, desire) => of(unit).attempts(unit, desire),
    course: async (unit, said, situation) => of(unit).course(unit, said, situation),
    applied: (unit) => of(unit).applied(unit),
    lastSync: (unit) => of(unit).lastSync(unit),
    consumed: (unit) => of(unit).consumed(unit),
    inventory: (unit) => of(unit).inventory(unit),
    prune: (unit, object, gone) => of(unit).prune(unit, object, gone),
    newlyHidden: async (base, head, live) => of(head).newlyHidden(base, head, live),
    ignoring: (unit) => of(unit).ignoring(unit),
    notes: (unit, outcomes) => of(unit).notes(unit, outcomes),
    claims: (unit, outcomes) => of(unit).claims(unit, outcomes),
    identity: (unit) => of(unit).identity(unit),
    applies: (unit, base) => of(unit).applies(unit, base),
    counterpart: () => undefined,
  };
}
