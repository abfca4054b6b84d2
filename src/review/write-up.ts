/** What a review found so far -> the review as it is told. */
import { isLeaving } from '../diff/handed-over.ts';
import { decide } from '../approval/decide.ts';
import type { Gap } from '../object/gap.ts';
import type { Identity } from '../object/identity.ts';
import type { Mask, Masked } from '../object/masked.ts';
import { words } from '../object/masked.ts';
import { claimedBy } from '../reconciler/claimed.ts';
import type { Pair } from '../reconciler/pairs.ts';
import { presentSide, shownId } from '../reconciler/pairs.ts';
import { changedPaths } from '../reconciler/touched.ts';
import type { Reach, Review, Selection } from '../report/review.ts';
import { summarize } from '../report/summary.ts';
import type { Finding } from '../risk/finding.ts';
import type { Revisions } from '../source/revisions.ts';
import type { AnsweredUnit } from './answer-units.ts';
import { notProved } from './not-proved.ts';

import type { Fetched } from './fetch-remotes.ts';
import { unitReport } from './unit-report.ts';
import type { Context } from './unit-report.ts';
import type { World } from './world.ts';

type Merged = Extract<Revisions, { readonly kind: 'merged' }>;
type Conflict = Extract<Revisions, { readonly kind: 'conflict' }>;

export interface Story {
  readonly revisions: Merged;
  /** All units of the repository. */
  readonly pairs: readonly Pair[];
  /** Of the whole review. */
  readonly gaps: readonly Gap[];
  readonly fetched: Fetched;
}

export interface Told {
  readonly units: readonly AnsweredUnit[];
  readonly findings: readonly Finding[];
  readonly pending: number;
  /** Whether workloads may use changed content that were not looked at. */
  readonly unseenUsers: boolean;
}

export function writeUp({ mask, key }: World, story: Story, told: Told): Review {
  const { units, findings, pending } = told;
  const changes = units.flatMap(({ comparisons }) => comparisons.map(({ change }) => change));
  const reports = units.map((unit) => unitReport(mask, unit, contextOf(story)));
  const answered = {
    ...revisionsOf(story.revisions, mask),
    merge: { tree: story.revisions.headTree.oid, conflicts: [] },
    conclusion: decide({
      kind: 'compared',
      changes,
      findings,
      headFailures: units.filter(headFails).length,
    }),
    selection: selectionOf(story, mask),
    reach: reachOf(units),
    units: reports,
    changes: changes.map((change) => ({
      ...change,
      unit: shownId(change.unit, mask),
      object: shownIdentity(mask, change.object),
    })),
    findings: findings.map((finding) => ({
      ...finding,
      unit: shownUnit(mask, finding.unit),
      objects: finding.objects.map((object) => shownIdentity(mask, object)),
    })),
    fingerprintKey: key.kind,
    gaps: [...story.gaps, ...units.flatMap(({ gaps }) => gaps)].map((gap) => ({
      ...gap,
      unit: shownUnit(mask, gap.unit),
      object: gap.object === undefined ? undefined : shownIdentity(mask, gap.object),
    })),
    notProved: notProved({
      anyCluster: units.some(isOpen),
      unguarded: unguardedIn(units, mask),
      unseenUsers: told.unseenUsers,
      byReconciler: units.some(({ pair }) => !presentSide(pair).reconciler.givesWay),
      unseenTakers: units.length < story.pairs.length && changes.some(isLeaving),
    }),
    pending,
  };
  return { ...answered, summary: summarize(answered) };
}

function contextOf({ revisions, fetched }: Story): Context {
  return { changed: changedPaths(revisions.changed.map(({ path }) => path)), fetched };
}

function reachOf(units: readonly AnsweredUnit[]): Reach {
  const reached = new Map(units.map(({ cluster, opened }) => [cluster, opened] as const));
  reached.delete(undefined);
  const production = [...reached.values()].filter(
    (opened) => opened?.kind === 'open' && opened.usable.config.production,
  );
  return { clusters: reached.size, production: production.length };
}

/** What was learned since the unit was found may stand in its path. */
function shownUnit(mask: Mask, id: string | undefined): Masked | undefined {
  return id === undefined ? undefined : shownId(id, mask);
}

/** Names are the pull request's own words, too. */
function shownIdentity<Shown extends Identity>(mask: Mask, identity: Shown): Shown {
  const { group, kind, namespace, name } = identity;
  return {
    ...identity,
    group: mask.text(group),
    kind: mask.text(kind),
    namespace: mask.text(namespace),
    name: mask.text(name),
  };
}

function isOpen({ opened }: AnsweredUnit): boolean {
  return opened?.kind === 'open';
}

function unguardedIn(units: readonly AnsweredUnit[], mask: Mask): readonly Masked[] {
  const names = units.flatMap(({ opened }) =>
    opened?.kind === 'open' && opened.session.guard.state !== 'guarded' ? [opened.session.cluster.name] : [],
  );
  return [...new Set(names)].sort().map((name) => mask.text(name));
}

function headFails({ rendered }: AnsweredUnit): boolean {
  return rendered.head.kind === 'failed';
}

/** Head does not merge onto base: there is no head to review. */
export function conflictReview(revisions: Conflict, { mask, key }: Pick<World, 'mask' | 'key'>): Review {
  const answered = {
    ...revisionsOf(revisions, mask),
    merge: { tree: undefined, conflicts: revisions.conflicts.map((path) => mask.text(path)) },
    conclusion: decide({ kind: 'conflict' }),
    selection: undefined,
    reach: { clusters: 0, production: 0 },
    units: [],
    changes: [],
    findings: [],
    fingerprintKey: key.kind,
    gaps: [],
    notProved: [words`anything at all: there is no merge to look at`],
    pending: 0,
  };
  return { ...answered, summary: summarize(answered) };
}

function revisionsOf({ base, head }: Revisions, mask: Mask): Pick<Review, 'base' | 'head'> {
  const shown = (ref: string | undefined): Masked | undefined =>
    ref === undefined ? undefined : mask.text(ref);
  return {
    base: { ref: shown(base.ref), commit: base.commit },
    head: { ref: shown(head.ref), commit: head.commit },
  };
}

function selectionOf({ revisions, pairs }: Story, mask: Mask): Selection {
  const closures = pairs.flatMap(({ base, head }) => [base, head].flatMap((side) => side?.closure ?? []));
  const claimed = claimedBy(closures);
  const unclaimed = revisions.changed.filter(({ path }) => !claimed(path)).map(({ path }) => mask.text(path));
  return { units: pairs.length, changedFiles: revisions.changed.length, unclaimed };
}
