/** An object -> the words of Flux among its labels and annotations (facts/reconcilers.md §3b; fluxcd/pkg ssa/utils/meta.go). */
import { at } from '../../../../object/json.ts';
import type { KubeObject } from '../../../../object/kube-object.ts';

const group = 'kustomize.toolkit.fluxcd.io';

export type Mark =
  | 'reconcile: disabled'
  | 'prune: disabled'
  | 'force: enabled'
  | 'ssa: Ignore'
  | 'ssa: IfNotPresent'
  | 'ssa: Merge';

/** In a label or an annotation, in upper or lower case. */
export function isMarked(object: KubeObject | undefined, mark: Mark): boolean {
  const [key = '', value = ''] = mark.split(': ');
  return (['labels', 'annotations'] as const).some(
    (place) => textIn(object, place, `${group}/${key}`)?.toLowerCase() === value.toLowerCase(),
  );
}

export interface Owner {
  readonly namespace: string;
  readonly name: string;
}

/** The Kustomization that an object's labels name. */
export function ownerOf(object: KubeObject | undefined): Owner | undefined {
  const name = textIn(object, 'labels', `${group}/name`);
  const namespace = textIn(object, 'labels', `${group}/namespace`);
  return name === undefined || namespace === undefined ? undefined : { namespace, name };
}

export function textIn(
  object: KubeObject | undefined,
  place: 'labels' | 'annotations',
  key: string,
): string | undefined {
  const text = at(object, 'metadata', place, key);
  return typeof text === 'string' ? text : undefined;
}
