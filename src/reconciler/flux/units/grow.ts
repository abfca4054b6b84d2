/** Units that are known -> what they declare: by their renders, and where there is none yet by the files that they take. */
import { objectAt, textAt } from '../../../object/fields.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import { heldBy } from '../../depends-on.ts';
import { candidateOf } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import type { Control } from './control.ts';
import { coveredBy } from './covered.ts';
import { isDeclaration } from './declared.ts';
import { isValues, unitKindOf } from './groups.ts';
import { addBuilt, looseOf } from './growing.ts';
import type { Growing, Rendered } from './growing.ts';
import { ownDirectory } from './own-path.ts';
import { targetOf } from './target.ts';

/** A circle that nothing outside starts declares nothing. Throws SourceError. */
export async function grow(growing: Growing, first: readonly Candidate[]): Promise<void> {
  const pending = [...first];
  for (let unit = pending.pop(); unit !== undefined; unit = pending.pop()) {
    const directory =
      unit.object.kind === 'Kustomization' ? ownDirectory(growing, unit.control, unit.object) : undefined;
    const step = `${unit.key} ${directory ?? ''}`;
    if (growing.grown.has(step)) continue;
    growing.grown.add(step);
    const render = growing.renders.get(unit.key);
    if (directory !== undefined) {
      const files = await filesOf(growing, unit, directory);
      if (render === undefined) pending.push(...files);
    }
    if (render === undefined || growing.looked.has(unit.key)) continue;
    growing.looked.add(unit.key);
    pending.push(...rendersOf(growing, unit, render));
  }
}

export function addTo({ declared }: Pick<Growing, 'declared'>, candidate: Candidate): readonly Candidate[] {
  declared.set(candidate.key, [...(declared.get(candidate.key) ?? []), candidate]);
  return unitKindOf(candidate.object) === undefined ? [] : [candidate];
}

async function filesOf(growing: Growing, unit: Candidate, directory: string): Promise<readonly Candidate[]> {
  const paths = await coveredBy(growing.view, directory);
  addBuilt(growing, paths);
  const held = heldBy({ paths }, growing.files);
  const control = landingOf(growing, unit);
  const isRendered = growing.renders.has(unit.key);
  const namespace = textAt(unit.object, 'spec', 'targetNamespace');
  return looseOf(growing, held).flatMap((each) => {
    growing.covered.add(each);
    if (isRendered || control === undefined || (namespaceOf(each.object) || namespace) === '') return [];
    const { object, place, by } = each;
    return addTo(growing, candidateOf({ control, object, place, by, from: 'file' }, namespace));
  });
}

function rendersOf(growing: Growing, unit: Candidate, { unit: by, objects }: Rendered): readonly Candidate[] {
  const control = landingOf(growing, unit);
  const namespace = by.target.namespace ?? '';
  const found = objects.filter(({ object }) => isDeclaration(object) || isValues(object));
  if (control === undefined) {
    if (found.some(({ object }) => unitKindOf(object) !== undefined)) growing.homeless.set(by.id, by);
    return [];
  }
  // Without a namespace the server refuses it.
  const placed = found.filter(({ object }) => (namespaceOf(object) || namespace) !== '');
  return placed.flatMap(({ object, origin }) =>
    addTo(growing, candidateOf({ control, object, place: origin, by, from: 'flux' }, namespace)),
  );
}

/** The Flux that reads what a unit applies; undefined where none is known in the cluster that it applies to. */
function landingOf({ controls, declarations }: Growing, { control, object }: Candidate): Control | undefined {
  const around = { home: control.cluster, clusters: declarations.clusters, namespace: namespaceOf(object) };
  const { cluster, kubeConfig } = targetOf(objectAt(object, 'spec'), around);
  if (kubeConfig === undefined) return control;
  return cluster === undefined ? undefined : controls.find((each) => each.cluster === cluster);
}
