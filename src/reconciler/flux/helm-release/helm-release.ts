/** A Flux HelmRelease: what helm-controller renders, applies and prunes for it. */
import { words } from '../../../object/masked.ts';
import type { Unit } from '../../unit.ts';
import type { FluxKind } from '../flux-kind.ts';
import { helmReleaseUnit } from '../flux-unit.ts';
import type { FluxMeans } from '../flux.ts';
import { attemptsFor } from './attempts.ts';
import { applierOf } from './applier.ts';
import { looksAt } from './looks-at.ts';
import { pruningOf } from './prune.ts';
import { releaseActionOf, type ReleaseAction } from './release-action.ts';
import { appliedOf, inventoryOf } from './standing.ts';

export function helmRelease({ mask }: FluxMeans): FluxKind {
  return {
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
    looksAt: (unit) => looksAt(actionOf(unit)),
    attempts: async (unit, desire) =>
      Promise.resolve(attemptsFor(helmReleaseUnit(unit), desire, actionOf(unit))),
    course: async (_unit, said) => Promise.resolve(said.map(() => ({ kind: 'as-said' }))),
    applied: (unit) => appliedOf(unit, mask),
    lastSync: () => ({ kind: 'none' }),
    consumed: () => new Map(),
    inventory: (unit) => inventoryOf(unit, mask),
    prune: (unit, object, gone) => pruningOf(unit, { object, gone }, actionOf(unit)),
    newlyHidden: async () => Promise.resolve([]),
    ignoring: () => undefined,
    notes: () => [],
    claims: () => [],
    identity: applierOf,
    applies: () => ({ when: words`after the merge`, why: words`Flux follows the branch` }),
  };
}

function actionOf(unit: Unit): ReleaseAction {
  const settings = helmReleaseUnit(unit);
  return releaseActionOf(settings, settings.source.kind === 'chart' ? settings.source.name : undefined);
}
