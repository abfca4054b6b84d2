/** The Rollouts of a unit -> which fields of its other objects their controller writes by right (facts/reconcilers.md §8d). */
import type { FieldPath, FieldStep } from '../object/field-path.ts';
import { identityKey } from '../object/identity.ts';
import type { Identity } from '../object/identity.ts';
import { keysIn } from '../object/json-pointer.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { editsOf, isRollout } from '../reconciler/rollout-edits.ts';

/** Whether a field is the controller's. */
export type RolloutFields = (path: FieldPath) => boolean;

/** Undefined for an object that no Rollout names. */
export function rolloutFieldsIn(
  objects: readonly KubeObject[],
): (identity: Identity) => RolloutFields | undefined {
  const edits = objects.filter(isRollout).flatMap(editsOf);
  const byObject = Map.groupBy(edits, ({ object }) => identityKey(object));
  return (identity) => {
    const pointers = byObject.get(identityKey(identity))?.flatMap((edit) => edit.pointers.map(keysIn));
    return pointers && ((path) => pointers.some((keys) => leadsTo(keys, path)));
  };
}

function leadsTo(keys: readonly string[], path: FieldPath): boolean {
  return path.length >= keys.length && keys.every((key, index) => isStep(key, path[index]));
}

function isStep(key: string, step: FieldStep | undefined): boolean {
  return typeof step === 'string' ? step === key : key === '-';
}
