/** An object -> whether it is of one of the kinds that a sync treats specially. */
import { groupVersionOf } from '../../../object/identity.ts';
import { at } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';

export function isDefinition({ apiVersion, kind }: KubeObject): boolean {
  return kind === 'CustomResourceDefinition' && groupVersionOf(apiVersion).group === 'apiextensions.k8s.io';
}

export function isNamespace({ apiVersion, kind }: KubeObject): boolean {
  return kind === 'Namespace' && groupVersionOf(apiVersion).group === '';
}

export function isApplication({ apiVersion, kind }: KubeObject): boolean {
  return kind === 'Application' && groupVersionOf(apiVersion).group === 'argoproj.io';
}

/** `group/Kind` of the objects that a definition makes possible; undefined for any other object. */
export function definedKind(object: KubeObject): string | undefined {
  if (!isDefinition(object)) return undefined;
  const group = at(object, 'spec', 'group');
  const kind = at(object, 'spec', 'names', 'kind');
  return typeof group === 'string' && typeof kind === 'string' ? `${group}/${kind}` : undefined;
}

export function kindKey({ apiVersion, kind }: KubeObject): string {
  return `${groupVersionOf(apiVersion).group}/${kind}`;
}
