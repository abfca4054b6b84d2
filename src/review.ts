/**
 * THE STORY before the merge: base and head of a pull request -> what it would do to the clusters.
 *
 * Units on both sides -> those that the change can touch -> their renders -> the API servers' answers -> changes with
 * their causes -> findings -> the conclusion. Throws ConfigError and SourceError; all else is a value in the review.
 */
import { withHandOvers } from './diff/handed-over.ts';
import { withStaleUsers } from './diff/stale-users.ts';
import { inParallel } from './live/in-parallel.ts';
import { changedPaths, reasonToReview } from './reconciler/touched.ts';
import type { Review } from './report/review.ts';
import { answerUnit } from './review/answer-unit.ts';
import { assessReview } from './review/assess-review.ts';
import { findPairs } from './review/find-pairs.ts';
import { prefetch } from './review/prefetch.ts';
import { createProgress, createSteps } from './review/progress.ts';
import { renderPair } from './review/render-pair.ts';
import { openSessions } from './review/sessions.ts';
import { clusterOf, isAsked, toUnits } from './review/unit.ts';
import type { World } from './review/world.ts';
import { conflictReview, writeUp } from './review/write-up.ts';
import type { AnsweredUnit } from './review/write-up.ts';
import type { Revisions } from './source/revisions.ts';

/** Renders run programs; two cores hold no more. Answers wait for servers, whose own limits hold. */
const rendersAtOnce = 2;
const unitsAtOnce = 8;

export async function review(revisions: Revisions, world: World): Promise<Review> {
  if (revisions.kind === 'conflict') return conflictReview(revisions, world.mask);
  const { pairs, configuration, gaps } = await findPairs(revisions, world);
  const changed = changedPaths(revisions.changed.map(({ path }) => path));
  const touched = pairs.filter((pair) => reasonToReview(pair, changed) !== undefined);

  await prefetch(revisions, touched);
  const clusters = touched.flatMap((pair) => clusterOf(pair) ?? []);
  const sessions = await openSessions(world, new Set(clusters));
  const rendering = createSteps(world, 'rendering', touched.length);
  const rendered = await inParallel(touched, rendersAtOnce, async (pair) =>
    rendering.after(renderPair(world, pair, sessions)),
  );
  const units = toUnits(rendered, sessions);

  const story = { revisions, pairs, gaps };
  const progress = createProgress<AnsweredUnit>(world.clock, units.length, (done, pending) =>
    world.onPartial(writeUp(world, story, { units: done, findings: [], pending })),
  );
  const asking = createSteps(world, 'asking', units.length);
  const answered = await inParallel(units, unitsAtOnce, async (unit) => {
    const answers = { ...unit, ...(await asking.after(answerUnit(world, unit))) };
    progress.done(answers);
    return answers;
  });

  const handedOver = withHandOvers(answered, units.filter(isAsked), world.mask);
  const together = withStaleUsers(handedOver, units, world.mask);
  const settings = configuration.rules;
  const findings = await assessReview(world, { units: together, gaps, sessions, settings });
  return writeUp(world, story, { units: together, findings, pending: 0 });
}
