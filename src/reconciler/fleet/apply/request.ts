/** One object of a release -> the request that the agent's Helm makes for it (facts §6b). */
import type { KubeObject } from '../../../object/kube-object.ts';
import { flagAt } from '../../../object/fields.ts';
import type { PatchStrategies } from '../../../object/merge/patch-strategy.ts';
import { words } from '../../../object/masked.ts';
import type { UnstagedAttempt } from '../../attempt.ts';
import type { FleetUnit } from '../fleet-unit.ts';
import { startOf } from './record-of.ts';

/** Helm takes the name of the program. */
export const manager = 'fleetagent';

export interface Target {
  readonly object: KubeObject;
  readonly live: KubeObject | undefined;
  readonly strategies: PatchStrategies;
}

/** Whether Helm replaces what lives, instead of patching it. */
export function replaces({ options }: Pick<FleetUnit, 'options'>): boolean {
  return flagAt(options, 'helm', 'force') || flagAt(options, 'correctDrift', 'force');
}

/** Whether it applies on the server: an upgrade does as its release was applied before. */
export function appliesOnServer(settings: FleetUnit): boolean {
  if (replaces(settings)) return false;
  const start = startOf(settings);
  if (start === undefined) return !flagAt(settings.options, 'helm', 'takeOwnership');
  return start.applyMethod === 'ssa';
}

export function requestFor(settings: FleetUnit, { object, live }: Target): UnstagedAttempt {
  if (appliesOnServer(settings))
    return { kind: 'apply', object, manager, force: false, validation: 'Strict' };
  if (live === undefined) return { kind: 'create', object, manager, validation: 'Ignore' };
  if (replaces(settings)) return { kind: 'put', object, manager, validation: 'Strict' };
  return {
    kind: 'unknown',
    object,
    why: words`its release is applied on the client’s side, which is not imitated yet`,
  };
}
