/** What a bundle takes values from on its cluster, and what was read there -> the references, each with its text. */
import { namespaceOf } from '../../../object/kube-object.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { at } from '../../../object/json.ts';
import type { FleetReference } from '../fleet-unit.ts';
import type { Named } from './deployments.ts';

/** `asked`: what was asked for before the bundle was known; undefined objects where the cluster was not seen. */
export function seenReferences(
  wanted: readonly Named[],
  asked: readonly Named[],
  objects: readonly KubeObject[] | undefined,
): readonly FleetReference[] {
  return wanted.map(({ kind, namespace, name, key }) => {
    const unseen: FleetReference = { kind, namespace, name, key, state: 'unseen', text: '' };
    const isAsked = asked.some(
      (each) => each.kind === kind && each.namespace === namespace && each.name === name,
    );
    if (kind === 'Secret' || objects === undefined || !isAsked) return unseen;
    const found = objects.find(
      (object) => object.kind === kind && object.metadata.name === name && namespaceOf(object) === namespace,
    );
    const text = at(found, 'data', key);
    return typeof text === 'string' ? { ...unseen, state: 'seen', text } : { ...unseen, state: 'missing' };
  });
}
