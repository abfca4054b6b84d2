/** All that a review found -> its findings: the rules' questions go to the clusters in one batch. */
import type { RepositoryConfig } from '../config/repository.ts';
import type { Gap } from '../object/gap.ts';
import { assess, factRequests } from '../risk/assess.ts';
import type { PlacesOf } from '../risk/assess.ts';
import type { Finding } from '../risk/finding.ts';
import type { LineOf } from '../risk/suggestion.ts';
import type { ConfigurationChange, RenderFailure, Subject } from '../risk/rule.ts';
import { objectVanished } from '../risk/rules/object-vanished.ts';
import { presentSide } from '../reconciler/pairs.ts';
import type { Remark } from '../reconciler/declarations.ts';
import type { Render } from '../render/render.ts';
import type { AnsweredUnit } from './answer-units.ts';
import { placesAsPushed } from './as-pushed.ts';
import type { AsPushed } from './as-pushed.ts';
import { readDisclosedFacts } from './disclosed-facts.ts';
import type { RenderedPair } from './render-pairs.ts';
import { newClaims } from './new-claims.ts';
import { locate } from './locate.ts';
import type { Located } from './locate.ts';
import { passedOverIn } from './passed-over.ts';
import type { Sessions } from './sessions.ts';
import type { Tree } from '../source/tree.ts';
import type { World } from './world.ts';

export interface ToAssess {
  readonly units: readonly AnsweredUnit[];
  /** Those of the whole review. */
  readonly gaps: readonly Gap[];
  readonly remarks: readonly Remark[];
  readonly sessions: Sessions;
  readonly settings: RepositoryConfig['rules'];
  readonly configurationChange: ConfigurationChange | undefined;
  readonly baseTree: Tree;
  readonly headTree: Tree;
  readonly ownTree: Tree;
}

export async function assessReview(
  world: World,
  { units, gaps, remarks, sessions, settings, configurationChange, ...trees }: ToAssess,
): Promise<readonly Finding[]> {
  const asPushed = await placesAsPushed(
    trees,
    units.flatMap(({ pair }) => pair.head?.closure ?? []),
  );
  const subject: Subject = {
    units: units.map(({ rendered: { pair } }) => ({ base: pair.base?.unit, head: pair.head?.unit })),
    comparisons: units.flatMap(({ comparisons }) => comparisons),
    gaps: [...gaps, ...units.flatMap((unit) => unit.gaps)],
    failures: units.flatMap(({ rendered }) => failuresOf(rendered, asPushed)),
    // Where nobody tells it so, what is gone is told as any other object that is.
    passedOver: settings[objectVanished.name] === 'off' ? [] : passedOverIn(units, asPushed),
    remarks: [...remarks, ...newClaims(units, asPushed)],
    ignoring: ignoringIn(units),
    newlyHidden: await hiddenIn(units),
    configuration: configurationChange,
    mask: world.mask,
  };
  const requests = factRequests(subject, { settings });
  const facts = await readDisclosedFacts(world, { units, sessions, requests });
  const located = await locate(units, trees);
  const placesOf: PlacesOf = (comparison, field) => located.placesOf(comparison, field).flatMap(asPushed);
  const lineOf = linesBy(located, asPushed);
  return assess(subject, facts, { settings, key: world.key, placesOf, lineOf });
}

/** Of two lines it is not certain which one sets the field. */
function linesBy({ placesOf, textAt }: Located, asPushed: AsPushed): LineOf {
  return (comparison, path) => {
    const [inMerge, ...others] = placesOf(comparison, path);
    if (inMerge === undefined || others.length > 0) return undefined;
    const [place] = asPushed(inMerge);
    const text = textAt(inMerge);
    return place === undefined || place.side === 'base' || text === undefined ? undefined : { place, text };
  };
}

async function hiddenIn(units: readonly AnsweredUnit[]): Promise<Subject['newlyHidden']> {
  const found = await Promise.all(
    units.map(async ({ pair: { base, head }, live }) =>
      head === undefined ? [] : head.reconciler.newlyHidden(base?.unit, head.unit, live),
    ),
  );
  return units.flatMap(({ pair, live }, index) =>
    (found[index] ?? []).map((hidden) => ({ ...hidden, unit: pair.id, live: live.length })),
  );
}

function ignoringIn(units: readonly AnsweredUnit[]): Subject['ignoring'] {
  return new Map(
    units.flatMap(({ pair }) => {
      const { unit, reconciler } = presentSide(pair);
      const how = reconciler.ignoring(unit);
      return how === undefined ? [] : [[pair.id, how] as const];
    }),
  );
}

function failuresOf({ pair, base, head }: RenderedPair, asPushed: AsPushed): readonly RenderFailure[] {
  const inMerge = failure(pair.id, 'head', head);
  const pushed = inMerge.map((one) => ({ ...one, place: one.place && asPushed(one.place)[0] }));
  return [...failure(pair.id, 'base', base), ...pushed];
}

function failure(unit: string, side: RenderFailure['side'], render: Render): readonly RenderFailure[] {
  if (render.kind !== 'failed') return [];
  return [{ unit, side, message: render.message, place: render.place }];
}
