/** A rendered object -> the same object in the namespace where a server would put it, or what makes its address impossible. */
import { identityOf } from '../object/identity.ts';
import { namespaceOf, type KubeObject } from '../object/kube-object.ts';
import type { Catalog, ServedKind } from './catalog.ts';

/**
 * Namespaced objects that name no namespace get `namespace`; cluster-scoped ones lose theirs, as a server would do.
 * An object of a kind that the catalog does not know stays as it is. Identity keys agree after this, and not before.
 */
export function placed(catalog: Catalog, object: KubeObject, namespace: string): KubeObject {
  const served = catalog.find(identityOf(object));
  return served === undefined ? object : placedAs(served, object, namespace);
}

export function placedAs(
  served: Pick<ServedKind, 'namespaced'>,
  object: KubeObject,
  namespace: string,
): KubeObject {
  const own = namespaceOf(object);
  if (served.namespaced) return own === '' ? moved(object, namespace) : object;
  if (!('namespace' in object.metadata)) return object;
  const { namespace: _dropped, ...metadata } = object.metadata;
  return { ...object, metadata: { ...metadata, name: object.metadata.name } };
}

export function moved(object: KubeObject, namespace: string, name = object.metadata.name): KubeObject {
  return { ...object, metadata: { ...object.metadata, namespace, name } };
}

/** Whether a name or namespace can stand in a path; the server has its own, narrower rules. */
export function isAddressable(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && !text.includes('/') && text.isWellFormed();
}
