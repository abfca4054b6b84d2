/** Trees, renders and home clusters of one side -> every object of Flux that there is, with the Flux that reads it. */
import type { KubeObject } from '../../../object/kube-object.ts';
import type { Declarations } from '../../declarations.ts';
import { sortedPaths } from '../../depends-on.ts';
import { viewOf } from '../../view.ts';
import { candidateOf, keyOfUnit } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import type { Control } from './control.ts';
import { controlsOf } from './control.ts';
import { documentsIn, isDeclaration } from './declared.ts';
import { foreignLoose } from './foreign.ts';
import { addTo, grow } from './grow.ts';
import { unitKindOf } from './groups.ts';
import type { Growing, Rendered } from './growing.ts';
import { ownDirectory } from './own-path.ts';
import { growRest } from './unclaimed.ts';

export type Collected = Growing;

/** Throws SourceError. */
export async function collect(declarations: Declarations): Promise<Collected> {
  const { tree, rendered } = declarations;
  const view = await viewOf(tree);
  const controls = controlsOf(declarations);
  const placed = rendered.filter(({ unit }) => controlAt(controls, unit.target.cluster) !== undefined);
  const others = rendered.filter((each) => each.unit.reconciler !== 'flux');
  const loose = await foreignLoose(view, {
    documents: await documentsIn(tree),
    rendered: others,
    isPlaced: (each) => placed.includes(each),
  });
  const growing: Growing = {
    declarations,
    view,
    controls,
    loose,
    files: sortedPaths(loose.map(({ file }) => file)),
    renders: rendersByKey(rendered),
    declared: new Map(),
    grown: new Set(),
    looked: new Set(),
    built: new Set(),
    covered: new Set(),
    homeless: new Map(),
  };
  const foreign = others.flatMap((each) => foreignUnits(growing, each));
  await grow(growing, [...foreign, ...controls.flatMap((control) => liveRoots(growing, control))]);
  await growRest(growing);
  return growing;
}

function controlAt(controls: readonly Control[], cluster: string | undefined): Control | undefined {
  return cluster === undefined ? undefined : controls.find((each) => each.cluster === cluster);
}

function rendersByKey(rendered: readonly Rendered[]): ReadonlyMap<string, Rendered> {
  const own = rendered.filter(({ unit }) => unit.reconciler === 'flux');
  // Those that are units come first.
  return new Map(own.toReversed().map((each) => [keyOfUnit(each.unit), each]));
}

/** Somebody else applies them to a cluster in which a Flux is. */
function foreignUnits(growing: Growing, { unit, objects }: Rendered): readonly Candidate[] {
  const control = controlAt(growing.controls, unit.target.cluster);
  if (control === undefined) return [];
  return objects
    .filter(({ object }) => isDeclaration(object))
    .flatMap(({ object, origin }) =>
      addTo(
        growing,
        candidateOf(
          { control, object, place: origin, by: unit, from: 'render' },
          unit.target.namespace ?? 'default',
        ),
      ),
    );
}

/** Never without a known origin: a cluster's units may be of any repository. */
function liveRoots(growing: Growing, control: Control): readonly Candidate[] {
  if (growing.declarations.origin === undefined) return [];
  return [...(control.live?.values() ?? [])].flatMap((object) =>
    isRoot(growing, control, object) ? [liveCandidate(control, object)] : [],
  );
}

function isRoot(growing: Growing, control: Control, object: KubeObject): boolean {
  const kind = unitKindOf(object);
  return (
    kind === 'HelmRelease' ||
    (kind === 'Kustomization' && ownDirectory(growing, control, object) !== undefined)
  );
}

/** Of what nothing in Git is known to declare. */
export function liveCandidate(control: Control, object: KubeObject): Candidate {
  return candidateOf({ control, object, place: undefined, by: undefined, from: 'cluster' }, '');
}
