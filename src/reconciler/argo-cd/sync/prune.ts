/** An object that a unit no longer declares, or whose unit goes -> what becomes of it (facts/reconcilers.md §1c). */
import { cascades } from '../../../object/cascading-finalizer.ts';
import { namespaceOf, type KubeObject } from '../../../object/kube-object.ts';
import type { Pruning } from '../../attempt.ts';
import type { Unit } from '../../unit.ts';
import { argoUnit, type ArgoUnit } from '../application.ts';
import { deletionOptions, syncOptionOf, wordsIn } from './annotations.ts';
import { isExcluded } from './excluded.ts';
import { isHook, isSkipped } from './hook.ts';
import { isApplication, isDefinition } from './kinds.ts';
import { syncPolicyOf } from './policy.ts';
import { isTracked } from './tracking.ts';

export interface Leaving {
  /** Its live form where there is one. */
  readonly object: KubeObject;
  /** Whether the Application itself is deleted. */
  readonly gone: boolean;
  /** What its project forbids is none of its inventory. */
  readonly isForbidden: boolean;
}

/** `orphaned` for what Argo CD loses sight of; undefined for a live object that is not the unit's. */
export function pruningOf(unit: Unit, { object, gone, isForbidden }: Leaving): Pruning | undefined {
  if (!isDefinition(object) && !isTracked(unit, object)) return undefined;
  const settings = argoUnit(unit);
  if (isForbidden || isExcluded(settings, object) || isUntouched(object)) return 'orphaned';
  if (gone) return deletes(settings, object) ? 'deleted' : 'orphaned';
  return prunes(settings, object) ? 'deleted' : 'unpruned';
}

function prunes(settings: ArgoUnit, object: KubeObject): boolean {
  const { automated, options } = syncPolicyOf(settings);
  if (automated?.prune !== true) return false;
  return syncOptionOf(object, 'Prune', deletionOptions(settings.installation, options)) !== 'false';
}

/** No prune touches them: definitions bear no mark, hooks go by their own policies. */
function isUntouched(object: KubeObject): boolean {
  return isDefinition(object) || isHook(object) || isSkipped(object);
}

function deletes(settings: ArgoUnit, object: KubeObject): boolean {
  const { application, live } = settings;
  const { spec } = live ?? application;
  if (!cascades((live ?? application).finalizers)) return false;
  // Of a cluster that it does not know, Argo CD deletes nothing and lets the Application go.
  if (settings.destination === null && settings.destinationKnown) return false;
  const { options } = syncPolicyOf({ application: { ...application, spec }, rolling: settings.rolling });
  const ownWord = syncOptionOf(object, 'Delete', deletionOptions(settings.installation, options));
  return !isItself(application, object) && !isKept(object) && ownWord !== 'false';
}

function isItself({ namespace, name }: ArgoUnit['application'], object: KubeObject): boolean {
  return isApplication(object) && object.metadata.name === name && namespaceOf(object) === namespace;
}

function isKept(object: KubeObject): boolean {
  return wordsIn(object, 'helm.sh/resource-policy').includes('keep');
}
