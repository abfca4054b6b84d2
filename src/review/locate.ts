/** What changes, and the trees of both sides -> where in the source a field of it is set, as far as that is certain. */
import type { Comparison } from '../diff/change.ts';
import { withoutIdleNamespace } from '../object/cluster-scoped.ts';
import { identityKey, identityOf } from '../object/identity.ts';
import type { Identity } from '../object/identity.ts';
import type { Declared } from '../object/kube-object.ts';
import type { Place } from '../object/place.ts';
import type { Pair } from '../reconciler/pairs.ts';
import { askedField } from '../render/asked-field.ts';
import type { Sides } from '../render/changed-scalar.ts';
import { fieldPlaces, settingFiles } from '../render/field-places.ts';
import type { FieldPlaces } from '../render/field-places.ts';
import { parsedFiles } from '../render/parsed-files.ts';
import { declaredAt } from '../risk/assess.ts';
import type { PlacesOf } from '../risk/assess.ts';
import type { ReadLimits, Tree } from '../source/tree.ts';
import { gonePlace } from './gone-place.ts';
import { planOf } from './plan-of.ts';

export interface LocatedUnit {
  readonly pair: Pair;
  readonly base: readonly Declared[] | undefined;
  readonly head: readonly Declared[] | undefined;
  readonly comparisons: readonly Comparison[];
}

export interface Trees {
  readonly baseTree: Tree;
  readonly headTree: Tree;
}

export interface Located {
  readonly placesOf: PlacesOf;
  /** The line there; undefined where its file was not read. */
  readonly textAt: (place: Place) => string | undefined;
}

/** What is larger keeps its objects' places. */
const limits: ReadLimits = { largest: 4_000_000, total: 64_000_000 };

/** Reads each tree once, and parses only what is asked for. Throws SourceError. */
export async function locate(units: readonly LocatedUnit[], { baseTree, headTree }: Trees): Promise<Located> {
  const changing = units.map((unit) => ({ unit, origins: originsOf(unit) })).filter(hasOrigins);
  const settings = await Promise.all(changing.map(({ unit: { pair } }) => settingOf(pair)));
  const paths = [...changing.flatMap(({ origins }) => origins), ...settings.flatMap(({ files }) => files)];
  const sides = { base: await readFrom(baseTree, paths), head: await readFrom(headTree, paths) };
  const located = new Map(
    changing.map(({ unit }, index) => [unit.pair.id, placesIn(unit, settings[index]?.fields, sides)]),
  );
  return {
    placesOf: (comparison, field) => (located.get(comparison.change.unit) ?? declaredAt)(comparison, field),
    textAt: ({ file, line, side }) => sides[side ?? 'head'].text(file)?.split('\n')[line - 1],
  };
}

async function readFrom(tree: Tree, paths: readonly string[]): Promise<Sides['head']> {
  const there = [...new Set(paths)].filter((path) => tree.entries.has(path));
  return parsedFiles(await tree.read(there, limits));
}

/** An archive says nothing line by line. */
function originsOf({ comparisons }: LocatedUnit): readonly string[] {
  return comparisons.flatMap(({ change, origin }) =>
    origin === undefined || change.action === 'unchanged' || origin.file.endsWith('.tgz')
      ? []
      : [origin.file],
  );
}

function hasOrigins({ origins }: { readonly origins: readonly string[] }): boolean {
  return origins.length > 0;
}

interface Setting {
  readonly files: readonly string[];
  readonly fields: (sides: Sides) => FieldPlaces;
}

const nowhere: Setting = { files: [], fields: () => () => [] };

async function settingOf({ head }: Pair): Promise<Setting> {
  if (head === undefined) return nowhere;
  const { tree, closure } = head;
  const plan = await planOf(head);
  if ('why' in plan) return nowhere;
  const files = settingFiles(plan, closure, tree);
  return { files, fields: (sides) => fieldPlaces(plan, files, sides) };
}

function placesIn(unit: LocatedUnit, fields: Setting['fields'] = nowhere.fields, sides: Sides): PlacesOf {
  const base = byIdentity(unit.base);
  const head = byIdentity(unit.head);
  const placesOf = fields(sides);
  return ({ change, origin }, field) => {
    const key = keyOf(change.object);
    const declared = { base: base.get(key), head: head.get(key) };
    if (field === undefined) return whole(origin, declared.head !== undefined, sides);
    const asked = askedField(declared, field);
    return asked === undefined ? [] : placesOf(asked);
  };
}

function whole(origin: Place | undefined, isInHead: boolean, sides: Sides): readonly Place[] {
  if (origin === undefined) return [];
  return [isInHead ? origin : gonePlace(origin, sides)];
}

function byIdentity(declared: readonly Declared[] = []): ReadonlyMap<string, Declared> {
  return new Map(declared.map((one) => [keyOf(identityOf(one.object)), one]));
}

function keyOf(identity: Identity): string {
  return identityKey(withoutIdleNamespace(identity));
}
