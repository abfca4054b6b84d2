/** A declared object and its live form -> what a sync applies where the Application respects its own ignore rules. */
import { groupVersionOf } from '../../object/identity.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import type { PatchStrategies } from '../../object/merge/patch-strategy.ts';
import { words } from '../../object/masked.ts';
import type { Unit } from '../unit.ts';
import { argoUnit } from './application.ts';
import type { ArgoUnit } from './application.ts';
import { respectIgnoreDifferences } from './ignore/respect.ts';
import { rulesOf } from './ignore/rule.ts';
import type { Respected } from './sync/attempts.ts';
import { syncPolicyOf } from './sync/policy.ts';
import { atLeast } from './units/version.ts';

export function respects(settings: ArgoUnit): boolean {
  return syncPolicyOf(settings).options.includes('RespectIgnoreDifferences=true');
}

export interface Pair {
  readonly target: KubeObject;
  readonly live: KubeObject;
}

const cannotMerge = words`the live values of ignored fields cannot be merged into what is declared`;
const cannotPredict = words`how Argo CD merges the live values of ignored fields cannot be told`;
const cannotKnow = words`the API server's schema of this kind was not read, and ignored fields are merged by it`;

export async function respected(
  unit: Unit,
  { target, live }: Pair,
  strategies: PatchStrategies,
): Promise<Respected> {
  const settings = argoUnit(unit);
  if (!respects(settings)) return { target };
  const form = strategies({ ...groupVersionOf(target.apiVersion), kind: target.kind });
  if (form === undefined) return { unmade: { kind: 'unknown', object: target, why: cannotKnow } };
  const isSince35 = atLeast(settings.installation, 3, 5);
  const rules = rulesOf(settings);
  const result = await respectIgnoreDifferences({ target, live, rules, form, isSince35 });
  switch (result.kind) {
    case 'normalized':
      return { target: result.value };
    // Nothing is synced at all then: the course says so.
    case 'not-compiled':
      return { target };
    case 'refused':
      return { unmade: { kind: 'refuse', object: target, ends: 'sync', why: cannotMerge } };
    case 'not-predicted':
      return { unmade: { kind: 'unknown', object: target, why: cannotPredict } };
  }
}
