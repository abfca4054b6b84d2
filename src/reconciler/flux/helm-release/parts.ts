/** What a HelmRelease renders -> definitions of the chart's `crds/`, hooks, and the release itself: Helm treats each otherwise. */
import { textAt } from '../../../object/fields.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { isHook } from './hook.ts';
import { ownerOf } from '../../helm-ownership.ts';

export interface Parts {
  readonly definitions: readonly KubeObject[];
  readonly hooks: readonly KubeObject[];
  readonly release: readonly KubeObject[];
}

export function partsOf(objects: readonly KubeObject[]): Parts {
  return {
    definitions: objects.filter(isOfCrds),
    hooks: objects.filter(isHook),
    release: objects.filter((object) => !isHook(object) && !isOfCrds(object)),
  };
}

/** As `finish` leaves it, or as it lives: Helm writes its owner on all but these and hooks. */
export function isOfCrds(object: KubeObject): boolean {
  return isDefinition(object) && !isHook(object) && ownerOf(object) === undefined;
}

export function isDefinition({ kind, apiVersion }: KubeObject): boolean {
  return kind === 'CustomResourceDefinition' && apiVersion.startsWith('apiextensions.k8s.io/');
}

/** `group/Kind` that a definition serves. */
export function definedKind(definition: KubeObject): string {
  return `${textAt(definition, 'spec', 'group')}/${textAt(definition, 'spec', 'names', 'kind')}`;
}
