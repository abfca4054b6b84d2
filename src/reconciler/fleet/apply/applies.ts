/** A unit -> when Fleet applies it after the merge, and what it waits for. */
import type { Mask, Masked } from '../../../object/masked.ts';
import { joined, words } from '../../../object/masked.ts';
import type { Applies } from '../../unit-record.ts';
import type { Unit } from '../../unit.ts';
import { fleetUnit } from '../fleet-unit.ts';
import type { FleetUnit } from '../fleet-unit.ts';

export function appliesOf(unit: Unit, mask: Mask): Applies {
  const settings = fleetUnit(unit);
  const { rollout, source } = settings;
  if (!source.moves) {
    return {
      when: words`not with this merge`,
      why: words`its GitRepo follows another branch, or one revision that stays`,
    };
  }
  if (rollout.paused)
    return {
      when: words`not before it is taken out of its pause`,
      why: words`the bundle or its cluster is paused`,
    };
  if (rollout.offSchedule)
    return {
      when: words`when the next schedule of its cluster begins`,
      why: words`Fleet deploys to this cluster only within its schedules, and none of them runs now`,
    };
  return {
    when: whenSeen(settings),
    why: joined([words`Fleet follows the branch`, ...waits(settings, mask)], '; '),
  };
}

function whenSeen({ source: { polling } }: FleetUnit): Masked {
  if (polling === null) return words`when a webhook tells Fleet of the merge: its polling is switched off`;
  return words`within ${polling} seconds after the merge, or by a webhook`;
}

function waits({ rollout: { partition, dependsOn } }: FleetUnit, mask: Mask): readonly Masked[] {
  return [
    ...(partition === null ? [] : [words`its cluster comes with the partition ${mask.text(partition)}`]),
    ...(dependsOn.length === 0
      ? []
      : [words`it waits until ${mask.text(dependsOn.join(', '))} is ready on the same cluster`]),
  ];
}
