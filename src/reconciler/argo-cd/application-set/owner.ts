/** A live Application -> the object that controls it, and the Applications that an ApplicationSet controls. */
import { at, isJsonArray } from '../../../object/json.ts';
import { type KubeObject, namespaceOf } from '../../../object/kube-object.ts';

export interface Owner {
  readonly kind: string;
  readonly name: string;
}

export function ownerOf(application: KubeObject): Owner | undefined {
  const references = application.metadata['ownerReferences'];
  const owner = isJsonArray(references)
    ? references.find((one) => at(one, 'controller') === true)
    : undefined;
  const kind = at(owner, 'kind');
  const name = at(owner, 'name');
  return typeof kind === 'string' && typeof name === 'string' ? { kind, name } : undefined;
}

/** Of an ApplicationSet: `namespace/name`. */
export function idOf(set: KubeObject): string {
  return `${namespaceOf(set)}/${set.metadata.name}`;
}

/** `set` is its id. */
export function ownedBy(set: string, applications: readonly KubeObject[]): readonly KubeObject[] {
  return applications.filter((application) => {
    const owner = ownerOf(application);
    return owner?.kind === 'ApplicationSet' && `${namespaceOf(application)}/${owner.name}` === set;
  });
}
