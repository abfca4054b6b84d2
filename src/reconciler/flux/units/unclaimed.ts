/** Declarations that no known unit takes -> the Flux that reads them: the only one that there is, else one that nobody named. */
import { posix } from 'node:path';
import { textAt } from '../../../object/fields.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { heldBy } from '../../depends-on.ts';
import type { Unit } from '../../unit.ts';
import { fluxUnit } from '../flux-unit.ts';
import { candidateOf } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import { keyIn, namesOf, ownerKeyOf, unnamedControl } from './control.ts';
import type { Control } from './control.ts';
import { coveredBy } from './covered.ts';
import { addTo, grow } from './grow.ts';
import { addBuilt, looseOf } from './growing.ts';
import type { Growing, Loose } from './growing.ts';
import { insidePath, ownDirectory } from './own-path.ts';

const usualNamespace = 'flux-system';

/** Throws SourceError. */
export async function growRest(growing: Growing): Promise<void> {
  const left = growing.loose.filter((each) => !growing.covered.has(each));
  const taken = await takenAmong(growing, left);
  const isBegin = (each: Loose): boolean =>
    ![...taken].some(([by, those]) => by.file !== each.file && those.has(each));
  const begins = left.filter(isBegin);
  const takesItself = (each: Loose): boolean => [...taken.values()].some((those) => those.has(each));
  const roots = begins.filter((each) => takesItself(each) || !isLeftOut(growing, each));
  bury(
    growing,
    taken,
    begins.filter((each) => !roots.includes(each)),
  );
  const controls = controlsFor(growing, roots);
  await grow(
    growing,
    roots.flatMap((root) => start(growing, root, controls.get(root))),
  );
  // What is left takes itself in a circle: one of it is as good a beginning as another.
  for (const each of left) {
    if (growing.covered.has(each)) continue;
    await grow(growing, start(growing, each, controlsFor(growing, [each]).get(each)));
  }
}

type Taken = ReadonlyMap<Loose, ReadonlySet<Loose>>;

/** What each Kustomization among them would take. */
async function takenAmong(growing: Growing, left: readonly Loose[]): Promise<Taken> {
  const taken = new Map<Loose, ReadonlySet<Loose>>();
  const control = growing.controls[0] ?? unnamedControl('');
  for (const each of left) {
    if (each.object.kind !== 'Kustomization') continue;
    const directory = ownDirectory(growing, control, each.object);
    if (directory === undefined) continue;
    const paths = await coveredBy(growing.view, directory);
    addBuilt(growing, paths);
    taken.set(each, new Set(looseOf(growing, heldBy({ paths }, growing.files))));
  }
  return taken;
}

/** The Kustomization that applied it takes it no more; or a kustomization above it, which a unit builds, does not name it. */
function isLeftOut(growing: Growing, { object, file }: Loose): boolean {
  const control = onlyControl(growing);
  const live = control === undefined ? undefined : liveOf(control, object);
  if (control === undefined || live === undefined) return isBelowBuilt(growing, file);
  const owner = ownerKeyOf(live, control);
  return owner !== undefined && [...growing.grown].some((step) => step.startsWith(`${owner} `));
}

function isBelowBuilt({ built }: Growing, file: string): boolean {
  for (let directory = posix.dirname(file); ; directory = posix.dirname(directory)) {
    if (built.has(directory)) return true;
    if (directory === posix.dirname(directory)) return false;
  }
}

function onlyControl({ controls: [only, ...more] }: Growing): Control | undefined {
  return more.length === 0 ? only : undefined;
}

function liveOf(control: Control, object: KubeObject): KubeObject | undefined {
  const { kind, name, namespace } = namesOf(object);
  return control.live?.get(keyIn(control, { kind, name, namespace: namespace || namespaceFor(control) }));
}

/** With all that only these would take. */
function bury(growing: Growing, taken: Taken, dead: readonly Loose[]): void {
  const pending = [...dead];
  for (let each = pending.pop(); each !== undefined; each = pending.pop()) {
    if (growing.covered.has(each)) continue;
    growing.covered.add(each);
    pending.push(...(taken.get(each) ?? []));
  }
}

function start(growing: Growing, root: Loose, control: Control | undefined): readonly Candidate[] {
  if (control === undefined) return [];
  const { object, place, by } = root;
  growing.covered.add(root);
  const from = by === undefined ? ('file' as const) : ('render' as const);
  return addTo(growing, candidateOf({ control, object, place, by, from }, namespaceFor(control)));
}

function namespaceFor({ installation }: Control): string {
  return installation.namespace || usualNamespace;
}

type Group = readonly [directory: string, roots: readonly Loose[]];

/** What stands in one directory goes to one cluster: a source beside what it is for. */
function controlsFor(growing: Growing, roots: readonly Loose[]): ReadonlyMap<Loose, Control> {
  const groups: readonly Group[] = [...Map.groupBy(roots, ({ file }) => posix.dirname(file))];
  const named = onlyControl(growing);
  const before = new Map(groups.map((group) => [group, baseUnitOf(growing, group)]));
  const isNamed = (group: Group): boolean => {
    const unit = before.get(group);
    if (unit !== undefined) return unit.home.cluster !== undefined;
    return named !== undefined && !isTaken(growing, named, group) && !collides(group, groups);
  };
  const unnamed = groups.filter((group) => !isNamed(group));
  return new Map(
    groups.flatMap((group) => {
      const unit = before.get(group);
      const scope = unit === undefined ? scopeOf(group, unnamed) : fluxUnit(unit).scope;
      const control = isNamed(group) ? named : unnamedControl(scope);
      return control === undefined ? [] : group[1].map((root) => [root, control] as const);
    }),
  );
}

/** Head calls a home as base does: a further environment must not give those that are there another name. */
function baseUnitOf({ declarations }: Growing, [directory, roots]: Group): Unit | undefined {
  if (declarations.side === 'base') return undefined;
  const names = new Set(roots.map(({ object }) => object.metadata.name));
  return declarations.others?.find(
    (unit) =>
      unit.reconciler === 'flux' &&
      posix.dirname(unit.declaration.place?.file ?? '') === directory &&
      names.has(fluxUnit(unit).declared.name),
  );
}

function scopeOf(group: Group, unnamed: readonly Group[]): string {
  return collides(group, unnamed) ? group[0] : '';
}

function nameOf({ object }: Loose): string {
  const { kind, name, namespace } = namesOf(object);
  return `${kind}/${namespace || usualNamespace}/${name}`;
}

function collides([directory, roots]: Group, groups: readonly Group[]): boolean {
  const names = new Set(roots.map(nameOf));
  return groups.some(
    ([other, theirs]) => other !== directory && theirs.some((each) => names.has(nameOf(each))),
  );
}

/** By another declaration: the Flux that is known is then that of another environment. */
function isTaken(growing: Growing, control: Control, [, roots]: Group): boolean {
  const { declared, looked } = growing;
  return roots.some(({ object }) => {
    const { kind, name, namespace } = namesOf(object);
    const key = keyIn(control, { kind, name, namespace: namespace || namespaceFor(control) });
    const others = (declared.get(key) ?? []).map((each) => each.object);
    const live = looked.has(key) ? undefined : control.live?.get(key);
    const known =
      others.length === 0 && live !== undefined && isOfTree(growing, control, live) ? [live] : others;
    return known.length > 0 && known.every((each) => contentOf(each) !== contentOf(object));
  });
}

/** A live Kustomization of a path that is not there was changed by hand, or by this pull request. */
function isOfTree(growing: Growing, control: Control, live: KubeObject): boolean {
  return live.kind !== 'Kustomization' || ownDirectory(growing, control, live) !== undefined;
}

/** What it is of: a pull request, or somebody at the cluster, may change all else of the same object. */
function contentOf(object: KubeObject): string {
  const { spec } = object;
  return [
    insidePath(textAt(spec, 'path')),
    textAt(spec, 'url'),
    textAt(spec, 'chart', 'spec', 'chart'),
    textAt(spec, 'chartRef', 'name'),
  ].join(' ');
}
