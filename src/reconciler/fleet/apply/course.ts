/** The answers to a unit's requests -> what becomes of each: one that fails does not stop the others, but all removals (facts §12). */
import { identityOf } from '../../../object/identity.ts';
import { textAt } from '../../../object/fields.ts';
import { words } from '../../../object/masked.ts';
import type { Course, Said } from '../../attempt.ts';
import type { Unit } from '../../unit.ts';
import { fleetUnit } from '../fleet-unit.ts';
import { isDefinition } from './marks.ts';
import { startOf } from './record-of.ts';

const asSaid: Course = { kind: 'as-said' };

export function courseOf(unit: Unit, said: readonly Said[]): readonly Course[] {
  const early = said.filter((each) => each.attempt.kind === 'refuse' || isUnknownKind(each, said));
  const [first] = early;
  if (first !== undefined) {
    const after = identityOf(first.attempt.object);
    return said.map((each): Course => {
      if (each.attempt.kind === 'skip' || each.attempt.kind === 'refuse') return asSaid;
      if (!early.includes(each)) return { kind: 'not-reached', after };
      return each.prediction.kind === 'unserved' ? asSaid : { kind: 'refused', why: comesTooSoon };
    });
  }
  return running(said, startOf(fleetUnit(unit)) !== undefined);
}

const unchanged = words`neither the content nor the options of the bundle change, so Fleet does not deploy it again`;

const paused = words`the bundle or its cluster is paused: nothing of it is applied or removed until the pause ends, and then all of this is`;

/** No apply at all. */
export function leftAlone(unit: Unit, said: readonly Said[]): readonly Course[] {
  const why = fleetUnit(unit).rollout.paused ? paused : unchanged;
  return said.map(({ attempt }) => (attempt.kind === 'skip' ? asSaid : { kind: 'skipped', why }));
}

const comesTooSoon = words`its kind is defined by the same release, and Helm must know every kind before it makes anything`;

/** To Helm's client, which looks at all objects before it sends any. */
function isUnknownKind({ attempt, prediction }: Said, said: readonly Said[]): boolean {
  if (attempt.kind === 'delete') return false;
  return prediction.kind === 'unserved' || said.some((other) => definesNew(other, attempt.object));
}

function definesNew({ attempt, live }: Said, object: Said['attempt']['object']): boolean {
  if (live !== undefined || attempt.kind === 'delete' || !isDefinition(attempt.object)) return false;
  const { group, kind } = identityOf(object);
  return (
    textAt(attempt.object, 'spec', 'group') === group &&
    textAt(attempt.object, 'spec', 'names', 'kind') === kind
  );
}

function running(said: readonly Said[], isUpgrade: boolean): readonly Course[] {
  const failed = said.find((each) => !comesLast(each) && isFailed(each));
  if (failed === undefined) return said.map(() => asSaid);
  // What fails to be made ends an upgrade at once; what fails to be changed does not.
  const halting = isUpgrade ? said.findIndex((each) => each.live === undefined && isFailed(each)) : -1;
  const halt = said[halting];
  return said.map((each, index): Course => {
    if (each.attempt.kind === 'skip') return asSaid;
    if (halt !== undefined && index > halting)
      return { kind: 'not-reached', after: identityOf(halt.attempt.object) };
    return comesLast(each) ? { kind: 'not-reached', after: identityOf(failed.attempt.object) } : asSaid;
  });
}

/** Removals, and what the agent itself writes on the namespace after the release. */
function comesLast({ attempt }: Said): boolean {
  return attempt.kind === 'delete' || (attempt.kind === 'put' && attempt.object.kind === 'Namespace');
}

function isFailed({ prediction: { kind } }: Said): boolean {
  return kind === 'failed' || kind === 'unserved';
}
