/** A Flux object -> the ConfigMaps and Secrets that it takes values from, in order. */
import { flagAt, listAt, textAt } from '../../../object/fields.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import { unitKindOf } from './groups.ts';

export interface ValuesReference {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly namespace: string;
  readonly name: string;
  readonly optional: boolean;
}

/** `postBuild.substituteFrom` of a Kustomization, `valuesFrom` of a HelmRelease. */
export function referencesIn(
  object: KubeObject,
  namespace = namespaceOf(object),
): readonly ValuesReference[] {
  const spec = object['spec'];
  const listed = {
    Kustomization: listAt(spec, 'postBuild', 'substituteFrom'),
    HelmRelease: listAt(spec, 'valuesFrom'),
  }[unitKindOf(object) ?? 'HelmRelease'];
  if (unitKindOf(object) === undefined) return [];
  return listed.flatMap((each) => {
    const kind = textAt(each, 'kind');
    const name = textAt(each, 'name');
    if ((kind !== 'ConfigMap' && kind !== 'Secret') || name === '') return [];
    return [{ kind, namespace, name, optional: flagAt(each, 'optional') }];
  });
}
