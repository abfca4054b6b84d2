/** What Git declares of a Flux object, and the live one -> the object once the declaration is applied again. */
import { at, isJsonObject } from '../../../object/json.ts';
import { flagAt, listAt, objectAt, textAt } from '../../../object/fields.ts';
import type { KubeObject } from '../../../object/kube-object.ts';

/** `flux suspend` writes a field that Git hardly ever states, so that no apply takes it back. */
export function asApplied(declared: KubeObject, live: KubeObject | undefined): KubeObject {
  const spec = objectAt(declared, 'spec');
  if (live === undefined || spec['suspend'] !== undefined || !flagAt(live, 'spec', 'suspend'))
    return declared;
  return isOfGit(live) ? declared : { ...declared, spec: { ...spec, suspend: true } };
}

/** Whether a Kustomization applied it: then it goes when Git states it no more. */
function isOfGit(live: KubeObject): boolean {
  return listAt(live, 'metadata', 'managedFields').some(
    (entry) =>
      textAt(entry, 'manager') === 'kustomize-controller' &&
      textAt(entry, 'operation') === 'Apply' &&
      isJsonObject(at(entry, 'fieldsV1', 'f:spec', 'f:suspend')),
  );
}
