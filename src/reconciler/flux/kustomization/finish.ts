/** What a Kustomization renders -> the same as its controller applies it: with its owner's labels, then the common metadata. */
import { textMapAt } from '../../../object/fields.ts';
import type { Declared } from '../../../object/kube-object.ts';
import { withMetadata } from '../../../object/with-metadata.ts';
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
