/**
 * THE STORY before the merge: base and head of a pull request -> what it would do to the clusters.
 *
 * Units on both sides -> those that the change can touch -> their renders -> the API servers' answers -> changes with
 * their causes -> findings -> the conclusion. Throws ConfigError and SourceError; all else is a value in the review.
 */
import { withHandOvers } from './diff/handed-over.ts';
import { withStaleUsers } from './diff/stale-users.ts';
import { clusterOf, sidesOf } from './reconciler/pairs.ts';
import { touchedBy } from './reconciler/touched.ts';
import type { Review } from './report/review.ts';
import { answerUnits } from './review/answer-units.ts';
import type { AnsweredUnit } from './review/answer-units.ts';
import { assessReview } from './review/assess-review.ts';
import { concerning } from './review/concerning.ts';
import { compareCounterparts } from './review/counterparts.ts';
import { answerEarly } from './review/early-units.ts';
import { startFetching } from './review/fetch-remotes.ts';
import { findPairs } from './review/find-pairs.ts';
import { readHomes } from './review/homes.ts';
import { readUsers } from './review/live-users.ts';
import { pastOf } from './review/last-synced.ts';
import { prefetch } from './review/prefetch.ts';
import { openSessions } from './review/sessions.ts';
import { renderStanding } from './review/standing-units.ts';
import { isAsked } from './review/unit.ts';
import type { World } from './review/world.ts';
import { conflictReview, writeUp } from './review/write-up.ts';
import type { Revisions } from './source/revisions.ts';

export async function review(revisions: Revisions, world: World): Promise<Review> {
  if (revisions.kind === 'conflict') return conflictReview(revisions, world);

  const homes = await readHomes(world);
  const found = await findPairs(revisions, world, homes);
  const { configuration, configurationChange } = found;
  const changed = revisions.changed.map(({ path }) => path);
  const touched = touchedBy(changed, found.pairs);
  await prefetch(revisions, touched);

  const sessions = await openSessions(world, touched.map(clusterOf), found.sessions);
  const fetching = startFetching(world, touched.flatMap(sidesOf), found.fetched);
  const tell = (done: readonly AnsweredUnit[], pending: number): void => {
    const gaps = concerning(found.gaps, touched);
    const story = { revisions, pairs: found.pairs, gaps, fetched: fetching.soFar() };
    world.onPartial(writeUp(world, story, { units: done, findings: [], pending, unseenUsers: false }));
  };
  const selected = { touched, pairs: found.pairs };
  await answerEarly(world, { selected, sessions, fetching, treeAt: revisions.treeAt }, tell);

  const fetched = await fetching.done;
  const { rendered, units, pairs, elsewhere } = await renderStanding(world, selected, { sessions, fetched });
  const past = pastOf(revisions.treeAt, { sessions, fetched });
  const answered = await answerUnits(world, { units, past }, tell);
  const compared = await compareCounterparts(world, rendered);
  const standing = rendered.map(({ pair }) => pair);
  const gaps = [...concerning(found.gaps, standing), ...elsewhere, ...compared.gaps];
  const remarks = [...concerning(found.remarks, standing), ...compared.remarks];

  const handedOver = withHandOvers(answered, units.filter(isAsked), world.mask);
  const users = await readUsers(world, handedOver, sessions);
  const together = withStaleUsers(handedOver, [...units, ...users.neighbors], world.mask);
  world.onCompared?.(together.flatMap(({ comparisons }) => comparisons));
  const settings = configuration.rules;
  const findings = await assessReview(world, {
    ...revisions,
    units: together,
    gaps,
    remarks,
    sessions,
    settings,
    configurationChange,
  });
  const story = { revisions, pairs, gaps, fetched };
  return writeUp(world, story, { units: together, findings, pending: 0, unseenUsers: users.unseen });
}
