/** All that a review found -> its findings: the rules' questions go to the clusters in one batch. */
import type { RepositoryConfig } from '../config/repository.ts';
import type { Comparison } from '../diff/change.ts';
import { readFacts } from '../live/fact.ts';
import type { Gap } from '../object/gap.ts';
import { assess, factRequests } from '../risk/assess.ts';
import type { Finding } from '../risk/finding.ts';
import type { RenderFailure, Subject } from '../risk/rule.ts';
import type { Render } from '../render/render.ts';
import type { RenderedPair } from './render-pairs.ts';
import { fieldLines } from './field-lines.ts';
import type { Sessions } from './sessions.ts';
import type { Tree } from '../source/tree.ts';
import type { World } from './world.ts';

export interface ToAssess {
  readonly units: readonly {
    readonly rendered: RenderedPair;
    readonly comparisons: readonly Comparison[];
    readonly gaps: readonly Gap[];
  }[];
  /** Those of the whole review. */
  readonly gaps: readonly Gap[];
  readonly sessions: Sessions;
  readonly settings: RepositoryConfig['rules'];
  readonly headTree: Tree;
}

export async function assessReview(
  world: World,
  { units, gaps, sessions, settings, headTree }: ToAssess,
): Promise<readonly Finding[]> {
  const subject: Subject = {
    units: units.map(({ rendered: { pair } }) => ({ base: pair.base?.unit, head: pair.head?.unit })),
    comparisons: units.flatMap(({ comparisons }) => comparisons),
    gaps: [...gaps, ...units.flatMap((unit) => unit.gaps)],
    failures: units.flatMap(({ rendered }) => failuresOf(rendered)),
    mask: world.mask,
  };
  const open = [...sessions].flatMap(([name, opened]) =>
    opened.kind === 'open' ? [[name, opened.session] as const] : [],
  );
  const facts = await readFacts(new Map(open), factRequests(subject, { settings }));
  const lineOf = await fieldLines(subject.comparisons, headTree);
  return assess(subject, facts, { settings, key: world.key, lineOf });
}

function failuresOf({ pair, base, head }: RenderedPair): readonly RenderFailure[] {
  return [...failure(pair.id, 'base', base), ...failure(pair.id, 'head', head)];
}

function failure(unit: string, side: RenderFailure['side'], render: Render): readonly RenderFailure[] {
  if (render.kind !== 'failed') return [];
  return [{ unit, side, message: render.message, place: render.place }];
}
