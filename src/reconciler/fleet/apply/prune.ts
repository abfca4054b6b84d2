/** An object that a bundle no longer declares, or whose bundle goes -> what Helm does with it (facts §6c). */
import { objectKey } from '../../../object/identity.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { flagAt, textAt } from '../../../object/fields.ts';
import type { Pruning } from '../../attempt.ts';
import type { Unit } from '../../unit.ts';
import { fleetUnit } from '../fleet-unit.ts';
import type { FleetUnit } from '../fleet-unit.ts';
import { isDefinition, keepPolicy } from './marks.ts';
import { objectsIn } from './record-of.ts';

/** `orphaned` for what stays and is of no release any more; undefined for what never was of this one. */
export function pruningOf(unit: Unit, object: KubeObject, gone: boolean): Pruning | undefined {
  const settings = fleetUnit(unit);
  const key = objectKey(object);
  const recorded = objectsIn(settings).find((each) => objectKey(each) === key);
  if (settings.releases.length > 0 && recorded === undefined) return undefined;
  if (gone && flagAt(settings.options, 'keepResources')) return 'orphaned';
  // An uninstall asks the record, an upgrade what lives.
  const asked = gone ? (recorded ?? object) : object;
  return isKept(asked) || (recorded === undefined && keepsDefinition(settings, object))
    ? 'orphaned'
    : 'deleted';
}

function isKept(object: KubeObject): boolean {
  return textAt(object, 'metadata', 'annotations', keepPolicy) === 'keep';
}

function keepsDefinition({ options }: FleetUnit, object: KubeObject): boolean {
  return !flagAt(options, 'deleteCRDResources') && isDefinition(object);
}
