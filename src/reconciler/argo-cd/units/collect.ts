/** Trees, renders, ApplicationSets and home clusters of one side -> every Application that there is, each once. */
import type { Gap } from '../../../object/gap.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import type { Declarations, Remark } from '../../declarations.ts';
import type { Unit } from '../../unit.ts';
import type { Templates } from '../../templates.ts';
import { argoUnit } from '../application.ts';
import { idOf } from '../application-set/owner.ts';
import type { SetResult } from '../application-set/side.ts';

import { trackedBy } from '../sync/tracking.ts';
import { belongingOf, keyOf, keyOfUnit, liveByKey } from './candidate.ts';
import type { Belonging, Candidate, LiveByKey } from './candidate.ts';
import { watchesSetsIn } from './control.ts';
import type { Control } from './control.ts';
import { builtBy, declaredInTree, isDeclaration } from './declared.ts';
import type { DeclaredObject } from './declared.ts';
import { generatedIn } from './generated.ts';
import { instanceName } from './instance-name.ts';
import { mayConcern } from './may-concern.ts';
import { isOf } from './reads.ts';

export interface Collected {
  readonly controls: readonly Control[];
  readonly live: LiveByKey;
  /** Those that Git declares, and what sets make, by key: of several `settled` tells which counts. */
  readonly declared: ReadonlyMap<string, readonly Candidate[]>;
  /** Units of Argo CD whose renders were looked at. */
  readonly renderers: readonly { readonly unit: Unit; readonly key: string }[];
  readonly projects: readonly DeclaredObject[];
  readonly sets: readonly SetOf[];
  /** Sets that nobody evaluates, since no controller looks where they are. */
  readonly unwatched: readonly Belonged[];
  readonly gaps: readonly Gap[];
  readonly remarks: readonly Remark[];
}

/** What became of a set, with the Argo CD that evaluates it. */
export type SetOf = SetResult & { readonly control: Control };

interface Growing {
  readonly declarations: Declarations;
  readonly controls: readonly Control[];
  readonly live: LiveByKey;
  readonly templates: Templates;
  readonly declared: Map<string, Candidate[]>;
  readonly renderers: { readonly unit: Unit; readonly key: string }[];
  readonly projects: DeclaredObject[];
  readonly sets: SetOf[];
  readonly unwatched: Belonged[];
  readonly gaps: Gap[];
  readonly remarks: Remark[];
  /** Keys of units whose renders were added. */
  readonly added: Set<string>;
  /** Sets that were evaluated, each with where it stands. */
  readonly evaluated: Set<string>;
}

/** Throws SourceError. */
export async function collect(
  declarations: Declarations,
  controls: readonly Control[],
  templates: Templates,
): Promise<Collected> {
  const live = liveByKey(controls);
  const growing: Growing = {
    declarations,
    controls,
    live,
    templates,
    declared: new Map(),
    renderers: [],
    projects: [],
    sets: [],
    unwatched: [],
    gaps: [],
    remarks: [],
    added: new Set(),
    evaluated: new Set(),
  };
  const { rendered, tree } = declarations;
  const built = await builtBy(
    rendered.map(({ unit }) => unit),
    tree,
  );
  const inTree = (await declaredInTree(tree))
    .filter(({ place }) => !built.has(place.file))
    .map((each): DeclaredObject => ({ ...each, by: undefined }));
  const foreign = rendered.filter(({ unit }) => unit.reconciler !== 'argo-cd');
  await add(growing, [...inTree, ...foreign.flatMap(objectsOf)]);
  await addRenders(growing);
  await addLiveSets(growing);
  await addRenders(growing);
  return growing;
}

type Rendered = Declarations['rendered'][number];

function objectsOf({ unit, objects }: Rendered): readonly DeclaredObject[] {
  return objects
    .filter(({ object }) => isDeclaration(object))
    .map(({ object, origin }) => ({ object, place: origin, by: unit }));
}

/** What a unit renders counts as soon as the unit is one: a circle that nothing outside starts declares nothing. */
async function addRenders(growing: Growing): Promise<void> {
  const pending = new Map<string, Rendered[]>();
  for (const each of growing.declarations.rendered) {
    if (each.unit.reconciler !== 'argo-cd') continue;
    const key = keyOfUnit(each.unit);
    if (growing.added.has(key)) continue;
    pending.set(key, [...(pending.get(key) ?? []), each]);
  }
  for (;;) {
    const ready = [...pending].filter(([key]) => growing.declared.has(key) || growing.live.has(key));
    if (ready.length === 0) return;
    for (const [key, renders] of ready) {
      growing.added.add(key);
      growing.renderers.push(...renders.map(({ unit }) => ({ unit, key })));
      pending.delete(key);
    }
    await add(
      growing,
      ready.flatMap(([, renders]) => renders.flatMap(objectsOf)),
    );
  }
}

/** Those that nothing on this side declares, and that nothing which would declare them has left out. */
async function addLiveSets(growing: Growing): Promise<void> {
  const known = new Set([
    ...growing.sets.map(({ id }) => id),
    ...growing.unwatched.map(({ object }) => idOf(object)),
  ]);
  const { origin, rendered } = growing.declarations;
  const renderers = new Set(rendered.map(({ unit }) => nameOf(unit)));
  for (const control of growing.controls) {
    const around = { origin, applications: control.applications ?? [] };
    const left = (control.sets ?? []).filter((set) => {
      const tracked = trackedBy(control, set);
      return !known.has(idOf(set)) && (tracked === undefined || !renderers.has(tracked));
    });
    const sets = left
      .filter((set) => mayConcern(set, around))
      .map((object) => ({
        object,
        place: undefined,
        by: undefined,
        control,
        fromCluster: true,
      }));
    await addGenerated(growing, sets);
  }
}

/** As it stands in tracking ids. */
function nameOf(unit: Unit): string {
  if (unit.reconciler !== 'argo-cd') return '';
  const { application, installation } = argoUnit(unit);
  return instanceName(application, installation.namespace);
}

export interface Belonged extends DeclaredObject {
  readonly control: Control;
  readonly fromCluster?: boolean;
}

async function add(growing: Growing, objects: readonly DeclaredObject[]): Promise<void> {
  growing.projects.push(...objects.filter(({ object }) => isOf(object, 'AppProject')));
  for (const each of objects) {
    const belonging = isOf(each.object, 'Application')
      ? belongingOf(each.object, each.by, growing)
      : undefined;
    if (belonging !== undefined) addApplication(growing, { ...each, ...belonging });
  }
  const sets = objects.filter(({ object }) => isOf(object, 'ApplicationSet'));
  await addGenerated(
    growing,
    sets.flatMap((each) => {
      const belonging = belongingOf(each.object, each.by, growing);
      return belonging === undefined
        ? []
        : [{ ...each, object: within(each.object, belonging), ...belonging }];
    }),
  );
}

function within(object: KubeObject, { namespace }: Belonging): KubeObject {
  return namespaceOf(object) === '' ? { ...object, metadata: { ...object.metadata, namespace } } : object;
}

type Application = DeclaredObject &
  Belonging & { readonly generated?: Pick<Candidate, 'generatedBy' | 'rolling' | 'declaredIn'> };

function addApplication(
  growing: Growing,
  { object, place, by, control, namespace, generated }: Application,
): void {
  const key = keyOf(control.cluster, namespace, object.metadata.name);
  const candidate: Candidate = {
    key,
    control,
    namespace,
    manifest: object,
    place,
    by,
    ...(generated ?? { generatedBy: undefined, rolling: null, declaredIn: 'git' }),
    live: growing.live.get(key),
  };
  growing.declared.set(key, [...(growing.declared.get(key) ?? []), candidate]);
}

/** Each set is evaluated once, also where a file of the tree is what another program renders. */
async function addGenerated(growing: Growing, found: readonly Belonged[]): Promise<void> {
  const isWatched = ({ control, object }: Belonged): boolean => watchesSetsIn(control, namespaceOf(object));
  growing.unwatched.push(...found.filter((set) => !isWatched(set)));
  const sets = found.filter(isWatched).filter(({ object, place }) => {
    const key = `${idOf(object)} ${place === undefined ? '' : `${place.file}:${String(place.line)}`}`;
    const isNew = place === undefined || !growing.evaluated.has(key);
    growing.evaluated.add(key);
    return isNew;
  });
  for (const control of new Set(sets.map((set) => set.control))) {
    const own = sets.filter((set) => set.control === control);
    const answer = await generatedIn(control, own, growing);
    growing.sets.push(...answer.sets.map((set) => ({ ...set, control })));
    growing.gaps.push(...answer.gaps);
    growing.remarks.push(...answer.remarks);
    const origins = new Map(own.map((set) => [idOf(set.object), set]));
    for (const { manifest, place, generatedBy, rolling } of answer.applications) {
      const set = origins.get(generatedBy);
      addApplication(growing, {
        object: manifest,
        place,
        by: set?.by,
        control,
        namespace: namespaceOf(manifest) || control.installation.namespace,
        generated: {
          generatedBy,
          rolling: rolling === undefined ? null : { step: rolling.step ?? null, of: rolling.of },
          declaredIn: set?.fromCluster === true ? 'cluster' : 'git',
        },
      });
    }
  }
}
