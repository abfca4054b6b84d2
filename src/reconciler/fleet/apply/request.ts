/** One object of a release -> the request that the agent's Helm makes for it (facts §6b). */
import type { KubeObject } from '../../../object/kube-object.ts';
import { flagAt } from '../../../object/fields.ts';
import type { PatchStrategies } from '../../../object/merge/patch-strategy.ts';
import type { UnstagedAttempt } from '../../attempt.ts';
import { clientSideRequest, unasked } from '../../helm-client-side.ts';
import type { FleetUnit } from '../fleet-unit.ts';
import { newestOf, oldForm } from './record-of.ts';

/** Helm takes the name of the program. */
export const manager = 'fleetagent';

interface Target {
  readonly object: KubeObject;
  readonly live: KubeObject | undefined;
  readonly strategies: PatchStrategies;
}

/** Whether Helm replaces what lives, instead of patching it. */
function replaces({ options }: Pick<FleetUnit, 'options'>): boolean {
  return flagAt(options, 'helm', 'force') || flagAt(options, 'correctDrift', 'force');
}

/** An upgrade does as its release was applied before. */
function appliesOnServer(settings: FleetUnit): boolean {
  if (replaces(settings)) return false;
  const newest = newestOf(settings);
  return newest === undefined
    ? !flagAt(settings.options, 'helm', 'takeOwnership')
    : newest.applyMethod === 'ssa';
}

export function requestFor(settings: FleetUnit, { object, live, strategies }: Target): UnstagedAttempt {
  if (appliesOnServer(settings)) {
    return { kind: 'apply', object, manager, force: false, validation: 'Strict' };
  }
  if (live === undefined) return { kind: 'create', object, manager, validation: unasked };
  if (replaces(settings)) return { kind: 'put', object, manager, validation: 'Strict' };
  const ignoresLive = newestOf(settings) !== undefined;
  return clientSideRequest(
    { object, live, old: oldForm(settings, object) },
    { manager, strategies, ignoresLive },
  );
}
