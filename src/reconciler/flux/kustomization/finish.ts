/** What a Kustomization renders -> the same as its controller applies it: with its owner's labels, then the common metadata. */
import { textMapAt } from '../../../object/fields.ts';
import { isJsonObject } from '../../../object/json.ts';
import type { JsonObject } from '../../../object/json.ts';
import type { Declared, KubeObject } from '../../../object/kube-object.ts';
import type { Unit } from '../../unit.ts';
import { kustomizationUnit } from '../flux-unit.ts';
import { kustomizeGroup } from '../units/reads.ts';

export function finish(unit: Unit, declared: readonly Declared[]): readonly Declared[] {
  const { name, namespace, spec } = kustomizationUnit(unit).declared;
  const owner = { [`${kustomizeGroup}/name`]: name, [`${kustomizeGroup}/namespace`]: namespace };
  const labels = { ...owner, ...textMapAt(spec, 'commonMetadata', 'labels') };
  const annotations = textMapAt(spec, 'commonMetadata', 'annotations');
  return declared.map(({ object, origin }) => ({
    object: withMetadata(object, { labels, annotations }),
    origin,
  }));
}

interface Added {
  readonly labels: JsonObject;
  readonly annotations: JsonObject;
}

/** What the object itself has under the same keys is overwritten. */
export function withMetadata(object: KubeObject, added: Added): KubeObject {
  const of = (field: 'labels' | 'annotations'): JsonObject => {
    const own = object.metadata[field];
    const all = { ...(isJsonObject(own) ? own : {}), ...added[field] };
    return Object.keys(all).length === 0 ? {} : { [field]: all };
  };
  return { ...object, metadata: { ...object.metadata, ...of('labels'), ...of('annotations') } };
}
