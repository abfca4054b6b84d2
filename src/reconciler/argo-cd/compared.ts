/** The answers to a unit's attempts -> of each object whether Argo CD takes it for out of sync, and what its rules hide. */
import type { FieldPath } from '../../object/field-path.ts';
import type { Said, Unit } from '../contract.ts';
import { argoUnit } from './application.ts';
import { syncState } from './ignore/out-of-sync.ts';
import { rulesOf } from './ignore/rule.ts';

export interface ComparedState {
  readonly isOutOfSync: boolean;
  readonly hidden: readonly FieldPath[];
}

export type ComparedUnit =
  | { readonly kind: 'compared'; readonly states: ReadonlyMap<Said, ComparedState> }
  /** An expression that Argo CD cannot compile: it compares nothing, and syncs nothing. */
  | { readonly kind: 'not-compiled' };

/** What has no prediction, or is not live, is out of sync as far as can be told. */
export async function comparedUnit(unit: Unit, said: readonly Said[]): Promise<ComparedUnit> {
  const settings = argoUnit(unit);
  const rules = rulesOf(settings);
  const states = new Map<Said, ComparedState>();
  for (const each of said) {
    const { live, prediction } = each;
    if (live === undefined || (prediction.kind !== 'object' && prediction.kind !== 'recreated')) continue;
    const state = await syncState({
      predicted: prediction.object,
      live,
      rules,
      settings: { ignoreAggregatedRoles: settings.installation.ignoreAggregatedRoles },
    });
    if (state.kind === 'not-compiled') return { kind: 'not-compiled' };
    states.set(each, state.value);
  }
  return { kind: 'compared', states };
}
