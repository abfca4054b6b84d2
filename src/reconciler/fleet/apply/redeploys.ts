/** A unit on both sides -> whether Fleet deploys it anew for the difference: by its content and its options (controller/options, DeploymentID). */
import { canonicalJson } from '../../../object/canonical.ts';
import type { Unit } from '../../unit.ts';
import { fleetUnit } from '../fleet-unit.ts';
import type { FleetUnit } from '../fleet-unit.ts';
import type { BaseSide } from '../units/between.ts';

/** What was not deployed to its end is tried again for ever. */
export function redeploys(base: BaseSide | undefined, head: Unit): boolean {
  const settings = fleetUnit(head);
  if (settings.rollout.paused) return false;
  const { workspace, repo } = settings.bundle;
  const before = base?.units.get(head.id);
  if (before === undefined || !settings.settled) return true;
  // What base has may be yet to come.
  if (base?.current.has(`${workspace}/${repo}`) !== true) return true;
  return deployedBy(fleetUnit(before)) !== deployedBy(settings);
}

/** How drift is compared is no part of it. */
function deployedBy({ content, options, valuesFrom }: FleetUnit): string {
  const { diff: _diff, ...rest } = options;
  return canonicalJson({ content, options: rest, valuesFrom });
}
