/**
 * Touched units -> rendered, and those that stand: what looks like a directory that somebody applies by hand is none
 * where a reconciler has most of its objects on that cluster already. It is the form of another environment then, and
 * every difference would look like drift.
 */
import type { Gap } from '../object/gap.ts';
import { identityKey, objectKey } from '../object/identity.ts';
import type { Identity } from '../object/identity.ts';
import { words } from '../object/masked.ts';
import type { Mask } from '../object/masked.ts';
import type { Pair, Sided } from '../reconciler/pairs.ts';
import { presentSide } from '../reconciler/pairs.ts';
import type { Means, RenderedPair } from './render-pairs.ts';
import { renderPairs } from './render-pairs.ts';
import type { ReviewedUnit } from './unit.ts';
import { toUnits } from './unit.ts';
import type { World } from './world.ts';

export interface Standing {
  readonly rendered: readonly RenderedPair[];
  readonly units: readonly ReviewedUnit[];
  /** All units of the repository that stand. */
  readonly pairs: readonly Pair[];
  /** One for each that does not. */
  readonly elsewhere: readonly Gap[];
}

export interface Selected {
  readonly touched: readonly Pair[];
  /** All units of the repository. */
  readonly pairs: readonly Pair[];
}

/** Throws SourceError. */
export async function renderStanding(
  world: World,
  { touched, pairs }: Selected,
  means: Means,
): Promise<Standing> {
  const rendered = await renderPairs(world, touched, means);
  const units = toUnits(rendered, means);
  const refuted = refutedGuesses(units, pairs, world.mask);
  if (refuted.size === 0) return { rendered, units, pairs, elsewhere: [] };
  const left = rendered.filter(({ pair }) => !refuted.has(pair.id));
  return {
    rendered: left,
    units: toUnits(left, means),
    pairs: pairs.filter(({ id }) => !refuted.has(id)),
    elsewhere: [...refuted.values()],
  };
}

export type Guessed = Pick<ReviewedUnit, 'pair' | 'cluster' | 'base' | 'objects'>;

/**
 * By the unit's id. Base decides, and of a new directory every object: no pull request takes a unit out of its own
 * review by what it adds to it, or by what it gives to a reconciler.
 */
export function refutedGuesses(
  units: readonly Guessed[],
  pairs: readonly Pair[],
  mask: Mask,
): ReadonlyMap<string, Gap> {
  const guesses = units.filter((unit) => unit.cluster !== undefined && isGuess(unit.pair));
  if (guesses.length === 0) return new Map();
  const holders = holdersOf(units, pairs);
  return new Map(
    guesses.flatMap(({ pair, cluster = '', objects, base = [] }) => {
      const isNew = base.length === 0;
      const declared = isNew ? objects : base.map(({ object }) => object);
      const held = declared.flatMap((object) => holders.get(placeOf(cluster, objectKey(object))) ?? []);
      const [holder] = held;
      const all = held.length === declared.length;
      if (holder === undefined || !(all || (!isNew && held.length * 2 > declared.length))) return [];
      const share = all ? words`all` : words`${held.length}`;
      const why = words`${mask.text(presentSide(pair).unit.path)} is not compared with ${mask.text(cluster)}: ${share} of its ${declared.length} objects are there from ${mask.text(holder)}, so it seems to be the form of another environment`;
      return [[pair.id, { kind: 'outside-units', unit: undefined, object: undefined, why }]];
    }),
  );
}

function isGuess(pair: Pair): boolean {
  const { unit, reconciler } = presentSide(pair);
  return reconciler.isGuess(unit);
}

/** What reconcilers have on their clusters, as base or their own records say -> the unit that has it. */
function holdersOf(units: readonly Guessed[], pairs: readonly Pair[]): ReadonlyMap<string, string> {
  const recorded = pairs.flatMap(({ id, base }) => recordedBy(base).map((place) => [place, id] as const));
  const declared = units
    .filter(({ pair }) => !isGuess(pair))
    .flatMap(({ pair, cluster = '', base = [] }) =>
      base.map(({ object }) => [placeOf(cluster, objectKey(object)), pair.id] as const),
    );
  return new Map([...recorded, ...declared]);
}

function recordedBy(base: Sided | undefined): readonly string[] {
  if (base === undefined) return [];
  const inventory = base.reconciler.inventory(base.unit);
  const objects: readonly Identity[] = inventory.kind === 'objects' ? inventory.objects : [];
  return objects.map((object) => placeOf(base.unit.target.cluster ?? '', identityKey(object)));
}

function placeOf(cluster: string, key: string): string {
  return `${cluster}\n${key}`;
}
