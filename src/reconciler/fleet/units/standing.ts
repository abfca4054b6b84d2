/** A bundle that Fleet cannot read -> the units that it was on the other side: they stay as they are, and are not seen to go. */
import type { Unit } from '../../unit.ts';
import { fleetUnit } from '../fleet-unit.ts';
import type { FleetUnit } from '../fleet-unit.ts';
import type { MadeUnit } from './unit-remarks.ts';

/** Under the name and on the clusters that it had there; as it seems to be here, where it was not there. */
export function standing(made: readonly MadeUnit[], others: readonly Unit[]): readonly Unit[] {
  const broken = made.filter(({ placed }) => placed.bundle.problem !== undefined);
  const keys = new Map(
    broken.map(({ placed, unit }) => [keyOf(fleetUnit(unit)), placed.bundle.problem ?? '']),
  );
  const stay = others
    .filter((unit) => unit.reconciler === 'fleet' && keys.has(keyOf(fleetUnit(unit))))
    .map((unit) => stopped(unit, keys.get(keyOf(fleetUnit(unit))) ?? ''));
  const kept = new Set(stay.map((unit) => keyOf(fleetUnit(unit))));
  return [...made.map(({ unit }) => unit).filter((unit) => !kept.has(keyOf(fleetUnit(unit)))), ...stay];
}

function keyOf({ bundle: { workspace, repo, directory } }: FleetUnit): string {
  return [workspace, repo, directory].join('\n');
}

function stopped(unit: Unit, problem: string): Unit {
  const settings: FleetUnit = { ...fleetUnit(unit), problem };
  return { ...unit, declaration: { ...unit.declaration, settings } };
}
