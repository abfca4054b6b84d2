/** The answers to a unit's requests -> what becomes of each: one that fails does not stop the others, but all removals (facts §12). */
import { identityOf } from '../../../object/identity.ts';
import type { Course, Said } from '../../attempt.ts';
import type { Unit } from '../../unit.ts';
import { fleetUnit } from '../fleet-unit.ts';

const asSaid: Course = { kind: 'as-said' };

export function courseOf(unit: Unit, said: readonly Said[]): readonly Course[] {
  const refusal = said.find(({ attempt }) => attempt.kind === 'refuse');
  if (refusal !== undefined) {
    const after = identityOf(refusal.attempt.object);
    return said.map(({ attempt }) =>
      attempt.kind === 'refuse' || attempt.kind === 'skip' ? asSaid : { kind: 'not-reached', after },
    );
  }
  const isUpgrade = fleetUnit(unit).releases.length > 0;
  const failed = said.find((each) => each.attempt.kind !== 'delete' && isFailed(each));
  if (failed === undefined) return said.map(() => asSaid);
  // What fails to be made ends an upgrade at once; what fails to be changed does not.
  const halt = isUpgrade ? said.findIndex((each) => each.live === undefined && isFailed(each)) : -1;
  return said.map(({ attempt }, index): Course => {
    if (attempt.kind === 'skip') return asSaid;
    const halting = said[halt];
    if (halting !== undefined && index > halt)
      return { kind: 'not-reached', after: identityOf(halting.attempt.object) };
    return attempt.kind === 'delete'
      ? { kind: 'not-reached', after: identityOf(failed.attempt.object) }
      : asSaid;
  });
}

function isFailed({ prediction: { kind } }: Said): boolean {
  return kind === 'failed' || kind === 'unserved';
}
