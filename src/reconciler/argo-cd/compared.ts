/** The answers to a unit's attempts -> of each object whether Argo CD takes it for out of sync, and what its rules hide. */
import type { FieldPath } from '../../object/field-path.ts';
import { groupVersionOf } from '../../object/identity.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import type { Masked } from '../../object/masked.ts';
import type { PatchStrategies } from '../../object/merge/patch-strategy.ts';
import type { Said } from '../attempt.ts';
import type { Unit } from '../unit.ts';
import { argoUnit } from './application.ts';
import type { ArgoUnit } from './application.ts';
import { syncState } from './ignore/out-of-sync.ts';
import type { Compared } from './ignore/out-of-sync.ts';
import { rulesOf } from './ignore/rule.ts';
import { hasSyncOption } from './sync/annotations.ts';
import { comparesOnServer } from './sync/compares-on-server.ts';
import { syncPolicyOf } from './sync/policy.ts';

export interface ComparedState {
  readonly isOutOfSync: boolean;
  readonly hidden: readonly FieldPath[];
  /** An expression took too long here: what it would have hidden is not known. */
  readonly isUnsure: boolean;
}

export type ComparedUnit =
  | { readonly kind: 'compared'; readonly states: ReadonlyMap<Said, ComparedState> }
  /** An expression that Argo CD cannot compile, or lists that it cannot merge: it compares nothing, and syncs nothing. */
  | { readonly kind: 'not-compiled' | 'not-merged' }
  /** The server refuses the apply by which Argo CD compares: then it compares nothing, and syncs nothing. */
  | { readonly kind: 'not-answered'; readonly object: KubeObject; readonly why: Masked };

/** What has no prediction, or is not live, is out of sync as far as can be told. */
export async function comparedUnit(
  unit: Unit,
  said: readonly Said[],
  strategies: PatchStrategies,
): Promise<ComparedUnit> {
  const settings = argoUnit(unit);
  const rules = rulesOf(settings);
  const states = new Map<Said, ComparedState>();
  for (const each of said) {
    const { live } = each;
    const seen = each.compared ?? each.prediction;
    if (seen.kind === 'refused') return { kind: 'not-answered', object: each.attempt.object, why: seen.why };
    if (live === undefined || (seen.kind !== 'object' && seen.kind !== 'recreated')) continue;
    const state = await syncState({
      predicted: seen.object,
      live,
      rules,
      settings: { ignoreAggregatedRoles: settings.installation.ignoreAggregatedRoles },
      knownTypes: knownTypesOf(settings, live),
      ...byClient(settings, each, strategies),
    });
    if (state.kind !== 'normalized') return { kind: state.kind };
    const isUnsure = state.skipped.some(({ why }) => why === 'time-out');
    states.set(each, { ...state.value, isUnsure });
  }
  return { kind: 'compared', states };
}

function knownTypesOf({ installation }: ArgoUnit, object: KubeObject): NonNullable<Compared['knownTypes']> {
  const { group } = groupVersionOf(object.apiVersion);
  return installation.knownTypeFields.filter((each) => each.group === group && each.kind === object.kind);
}

/** Argo CD compares by itself where it neither asks the server nor applies on it. */
function byClient(
  settings: ArgoUnit,
  { attempt: { object } }: Said,
  strategies: PatchStrategies,
): Pick<Compared, 'byClient'> {
  const form = strategies({ ...groupVersionOf(object.apiVersion), kind: object.kind });
  if (form === undefined || comparesOnServer(settings)) return {};
  return appliesOnServer(settings, object) ? {} : { byClient: { target: object, form } };
}

function appliesOnServer(settings: ArgoUnit, object: KubeObject): boolean {
  const onServer = 'ServerSideApply=true';
  return hasSyncOption(object, onServer) || syncPolicyOf(settings).options.includes(onServer);
}
