/** An object that a unit no longer declares, or whose unit goes -> what becomes of it (facts/reconcilers.md §3c). */
import { identityKey, objectKey } from '../../../../object/identity.ts';
import type { KubeObject } from '../../../../object/kube-object.ts';
import type { Pruning } from '../../../attempt.ts';
import type { Unit } from '../../../unit.ts';
import { kustomizationUnit, type KustomizationUnit } from '../../flux-unit.ts';
import { survives } from '../../units/deletion.ts';
import { isAtLeast } from '../../units/version.ts';
import { inventoryOf } from './inventory.ts';
import { isMarked, ownerOf } from './marks.ts';

/** `orphaned` for what Flux loses sight of; undefined for a live object that is not the unit's. */
export function pruningOf(unit: Unit, object: KubeObject, gone: boolean): Pruning | undefined {
  const settings = kustomizationUnit(unit);
  if (!isHeld(unit, object)) return undefined;
  const owner = ownerOf(object);
  const { namespace, name } = settings.declared;
  // Whoever took it over by now set its own labels.
  if (owner !== undefined && (owner.name !== name || owner.namespace !== namespace)) return undefined;
  if (owner === undefined || isKept(settings, object)) return 'orphaned';
  return (gone ? survives(settings) === undefined : prunes(settings)) ? 'deleted' : 'orphaned';
}

/** A change of it comes beside the new revision, and the controller may come to that one first: by the old word. */
function prunes({ declared, live }: KustomizationUnit): boolean {
  return declared.spec['prune'] === true || live?.spec['prune'] === true;
}

/** Where it could not be read, what base declares stands for it. */
function isHeld(unit: Unit, object: KubeObject): boolean {
  const inventory = inventoryOf(unit);
  if (inventory.kind !== 'objects') return true;
  const key = objectKey(object);
  return inventory.objects.some((each) => identityKey(each) === key);
}

/** Read from the live object. */
function isKept({ installation }: KustomizationUnit, object: KubeObject): boolean {
  if (isMarked(object, 'prune: disabled') || isMarked(object, 'reconcile: disabled')) return true;
  const { kustomize } = installation.versions;
  return isAtLeast(kustomize, 'kustomize', { major: 1, minor: 8 }) && isMarked(object, 'ssa: Ignore');
}
