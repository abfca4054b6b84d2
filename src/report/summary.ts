/** A review -> its answer in one sentence: the comment's first line, the check's title, the terminal's. */
import { compareText } from '../object/canonical.ts';
import { leavesNothingUnseen } from '../object/gap.ts';
import { words } from '../object/masked.ts';
import type { Masked } from '../object/masked.ts';
import type { Finding } from '../risk/finding.ts';
import { count, listed } from './count.ts';
import { isFatal } from './finding-cards.ts';
import type { Review } from './review.ts';
import { isChanging, isOfPullRequest } from './tally.ts';

/** The first words of an answer; what follows the colon says why. */
export const leads = {
  approve: words`Action needed`,
  fails: words`Would fail`,
  unreviewed: words`Could not be reviewed`,
  held: words`Waiting for a person`,
  running: words`Still reviewing`,
  late: words`Not finished in time`,
  superseded: words`Superseded`,
  blind: words`Nothing was looked at`,
  unaffected: words`No unit is affected`,
  unchanged: words`Nothing changes`,
  unseen: words`No change was seen`,
  ready: words`No approval needed`,
} as const;

type Answered = Omit<Review, 'summary'>;

export function summarize(review: Answered): Masked {
  const unfinished = unfinishedAnswer(review);
  if (unfinished !== undefined) return unfinished;
  if (review.conclusion === 'failure') return words`${leads.fails}: ${failures(review)}.`;
  if (review.conclusion === 'action_required') {
    return words`${leads.approve}: ${needs(review)}; ${whatChanges(review)}${unseen(review)}.`;
  }
  if (isUnaffected(review)) return unaffectedAnswer(review);
  if (changed(review).length === 0) return unchangedAnswer(review);
  return words`${leads.ready}: ${whatChanges(review)}${unseen(review)}.`;
}

/** For a review that ended before it could compare anything. */
export function couldNotBeReviewed(why: Masked): Masked {
  return words`${leads.unreviewed}: ${why}`;
}

/** True when the review has nothing to show but that it looked. */
export function isUnaffected(review: Answered): boolean {
  return (
    review.conclusion === 'success' &&
    review.pending === 0 &&
    [review.units, review.changes, review.findings, review.gaps].every((list) => list.length === 0)
  );
}

function unfinishedAnswer(review: Answered): Masked | undefined {
  const conflicts = review.merge.conflicts.length;
  if (conflicts > 0) {
    const verb = conflicts === 1 ? words`conflicts` : words`conflict`;
    const base = review.base.ref === undefined ? words`the base` : review.base.ref;
    return couldNotBeReviewed(words`${count(conflicts, 'file')} ${verb} with ${base}.`);
  }
  if (review.conclusion === 'cancelled') return words`${leads.superseded}: a newer push is reviewed instead.`;
  const done = words`${review.units.length} of ${count(review.units.length + review.pending, 'unit')} done`;
  if (review.conclusion === 'timed_out') return words`${leads.late}: ${done}; ${whatChanges(review)}.`;
  if (review.pending > 0) return words`${leads.running}: ${done}; so far ${whatChanges(review)}.`;
  return undefined;
}

function unaffectedAnswer({ selection }: Answered): Masked {
  if (selection === undefined) return words`${leads.unaffected}.`;
  const files = count(selection.changedFiles, 'changed file');
  if (selection.units === 0) return words`${leads.blind}: no unit was found for the ${files}.`;
  if (selection.units === 1)
    return words`${leads.unaffected}: 1 unit, and it does not depend on the ${files}.`;
  return words`${leads.unaffected}: ${count(selection.units, 'unit')}, and none depends on the ${files}.`;
}

/** What was not seen may change: then the answer does not claim that nothing does. */
function unchangedAnswer(review: Answered): Masked {
  if (review.units.length === 0 && review.gaps.length === 0) return unaffectedAnswer(review);
  if (review.units.length === 0) return words`${leads.blind}${unseen(review)}.`;
  const staying = review.changes.filter(({ action }) => action === 'unchanged' || action === 'skipped');
  const objects = staying.length;
  const stay = words`${count(objects, 'object')} ${objects === 1 ? words`stays as it is` : words`stay as they are`}`;
  const lead = hidden(review).length > 0 ? leads.unseen : leads.unchanged;
  const spite = inSpite(staying);
  return words`${lead}: ${count(review.units.length, 'unit')} compared, ${stay}${spite}${unseen(review)}.`;
}

/** What Git changes and nothing applies is not the same as what nobody touches. */
function inSpite(staying: Review['changes']): Masked {
  const left = staying.filter(({ causes }) => causes.includes('pull-request')).length;
  if (left === 0) return words``;
  if (staying.length === 1) return words`, although this pull request changes it`;
  return words`, ${left} of them although this pull request changes ${left === 1 ? words`it` : words`them`}`;
}

function failures(review: Answered): Masked {
  const broken = review.units.filter((unit) => unit.render.error !== undefined).length;
  const refused = review.changes.filter((change) => change.action === 'refused').length;
  const conflicts = review.changes.filter((change) => change.action === 'conflict').length;
  const parts = [
    broken > 0 && words`${count(broken, 'unit')} ${broken === 1 ? words`does` : words`do`} not render`,
    refused > 0 && words`${count(refused, 'object')} ${is(refused)} refused`,
    conflicts > 0 && words`${count(conflicts, 'object')} ${is(conflicts)} in conflict with another writer`,
    blocking(review).length > 0 && needs(review),
  ].filter((part) => part !== false);
  return parts.length === 0 ? words`the reasons are below` : listed(parts);
}

function needs(review: Answered): Masked {
  const number = blocking(review).length;
  return words`${count(number, 'finding')} ${number === 1 ? words`needs` : words`need`} approval`;
}

function whatChanges(review: Answered): Masked {
  const all = changed(review);
  const own = all.filter(isOfPullRequest);
  const others = all.length - own.length;
  if (all.length === 0) return hidden(review).length > 0 ? words`no change was seen` : words`nothing changes`;
  if (own.length === 0) return words`${changing(others)} for other reasons than this pull request`;
  const units = new Set(own.map((change) => change.unit));
  const where = words`in ${count(units.size, 'unit')}${onClusters(review, units)}`;
  const more = others === 0 ? words`` : words` (${others} more for other reasons)`;
  return words`${changing(own.length)} ${where}${more}`;
}

function changing(objects: number): Masked {
  return words`${count(objects, 'object')} ${objects === 1 ? words`changes` : words`change`}`;
}

function onClusters(review: Answered, ids: ReadonlySet<string>): Masked {
  const units = review.units.filter(({ id }) => ids.has(id));
  const clusters = [...new Set(units.flatMap(({ target }) => target.cluster ?? []))].sort(compareText);
  if (clusters.length === 0) return words``;
  return clusters.length > 3
    ? words` on ${count(clusters.length, 'cluster')}`
    : words` on ${listed(clusters)}`;
}

function unseen(review: Answered): Masked {
  const number = hidden(review).length;
  const asked = withoutCluster(review);
  return number === 0 ? asked : words`${asked}; ${count(number, 'thing')} could not be seen`;
}

function withoutCluster({ gaps, units }: Answered): Masked {
  const without = new Set(gaps.filter((gap) => gap.kind === 'no-cluster').map((gap) => gap.unit)).size;
  if (without === 0) return words``;
  if (without >= units.length) return words`; compared as rendered, no cluster was asked`;
  return words`; ${count(without, 'unit')} compared without a cluster`;
}

function hidden(review: Answered): Review['gaps'] {
  return review.gaps.filter(({ kind }) => !leavesNothingUnseen(kind));
}

function changed(review: Answered): Review['changes'] {
  return review.changes.filter(isChanging);
}

function blocking(review: Answered): readonly Finding[] {
  return review.findings.filter((finding) => finding.severity === 'block' && !isFatal(finding));
}

function is(number: number): Masked {
  return number === 1 ? words`is` : words`are`;
}
