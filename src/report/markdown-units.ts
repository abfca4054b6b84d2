/** What changes by unit -> a table, and one line for the units in which nothing does. */
import { compareText } from '../object/canonical.ts';
import type { Masked } from '../object/masked.ts';
import { actionWords, causeWords, gravest } from './action-words.ts';
import { alikeTallies } from './alike.ts';
import { count } from './count.ts';
import { clip, code, inline, joinedMarkdown, gfm } from './escape.ts';
import type { Markdown } from './escape.ts';
import { namesOf } from './fit.ts';
import type { Item, Part, Section } from './fit.ts';
import { appliedSection } from './markdown-applied.ts';
import { notesSection } from './markdown-notes.ts';
import { reachLine, whyLines } from './markdown-selection.ts';
import type { Review, Selection, UnitReport } from './review.ts';
import {
  actionCounts,
  isChanging,
  isOfPullRequest,
  isUnseen,
  otherCauses,
  restartsOf,
  unitTallies,
  weightOf,
} from './tally.ts';
import type { Restarts, UnitTally } from './tally.ts';

const longestCell = 120;
const longestText = 300;
const usersShown = 3;
const appliedShown = 5;
const filesShown = 5;
const unitsShown = 20;
const targetsShown = 5;

export function unitSections(review: Review): readonly Part[] {
  const tallies = unitTallies(review);
  const eventful = tallies.filter(isEventful);
  const quiet = tallies.filter((tally) => !isEventful(tally));
  return [
    tableOf(eventful),
    reachLine(review),
    appliedLines(eventful),
    whyLines(review.units),
    notesSection(review.units),
    appliedSection(eventful),
    quietUnits(quiet),
    unclaimedFiles(review.selection),
  ];
}

function isEventful(tally: UnitTally): boolean {
  const failed = tally.unit?.render.error !== undefined;
  return failed || isUnseen(tally) || tally.changes.some(({ action }) => action !== 'unchanged');
}

function tableOf(tallies: readonly UnitTally[]): Section {
  return {
    open: gfm`| Unit | Target | What changes | Restarts |\n|:--|:--|:--|:--|\n`,
    separator: '\n',
    items: alikeTallies(tallies).map(rowOf),
    close: gfm``,
    rank: 2,
    cut: (hidden, of) => gfm`**${hidden.length} of ${of} units are not shown:** ${namesOf(hidden)}.`,
  };
}

function rowOf(alike: readonly UnitTally[]): Item {
  const [tally] = alike;
  if (tally === undefined) return { text: gfm``, name: gfm``, weight: 0 };
  const { id, unit, changes } = tally;
  const shared = alike.length > 1 ? unit?.oneOf : undefined;
  const name =
    shared === undefined
      ? code(clip(id, longestCell))
      : gfm`${code(clip(shared, longestCell))} on ${inline(count(alike.length, 'cluster'))}`;
  const target = shared === undefined ? targetCell(unit) : targetsCell(alike);
  const restarts = restartsCell(changes);
  const isOnEach = shared !== undefined && restartsOf(changes).workloads > 0;
  const cells = [name, target, changesCell(tally), isOnEach ? gfm`${restarts} on each` : restarts];
  return { text: gfm`| ${joinedMarkdown(cells, ' | ')} |`, name, weight: weightOf(tally) };
}

function targetsCell(alike: readonly UnitTally[]): Markdown {
  const shown = alike.slice(0, targetsShown).map(({ unit }) => targetCell(unit));
  const more = alike.length - shown.length;
  return joinedMarkdown(more > 0 ? [...shown, gfm`${more} more`] : shown, ', ');
}

function targetCell(unit: UnitTally['unit']): Markdown {
  const { cluster, namespace } = unit?.target ?? {};
  const parts = [cluster, namespace].filter((part) => part !== undefined);
  return parts.length === 0 ? gfm`none` : code(clip(parts.join(' / '), longestCell));
}

function changesCell(tally: UnitTally): Markdown {
  const { unit, changes } = tally;
  if (isUnseen(tally)) return gfm`not compared`;
  if (unit?.render.error !== undefined) return gfm`**does not render**`;
  const shown = changes.filter((change) => !isChanging(change) || isOfPullRequest(change));
  const own = actionCounts(shown.filter(({ action }) => action !== 'unchanged')).map(
    ({ action, count: number }) => {
      const text = gfm`${number} ${inline(actionWords[action])}`;
      return gravest.has(action) ? gfm`**${text}**` : text;
    },
  );
  const others = changes.length - shown.length;
  const why = reasonToSkip(shown);
  const causes = joinedMarkdown(
    otherCauses(changes).map((cause) => inline(causeWords[cause])),
    '; ',
  );
  return joinedMarkdown(
    [
      ...own,
      ...(others === 0 ? [] : [gfm`${others} not by this pull request (${causes})`]),
      ...(why === undefined ? [] : [gfm`**nothing is applied:** ${inline(clip(why, longestText))}`]),
    ],
    ', ',
  );
}

/** The one reason for which the unit is left alone; undefined where any of it is not. */
function reasonToSkip(changes: UnitTally['changes']): Masked | undefined {
  const reasons = new Set(changes.map(({ action, message }) => (action === 'skipped' ? message : undefined)));
  const [only] = reasons;
  return reasons.size === 1 ? only : undefined;
}

function restartsCell(changes: UnitTally['changes']): Markdown {
  const restarts = restartsText(restartsOf(changes));
  const stale = [...new Set(changes.flatMap((change) => change.staleUsers))];
  if (stale.length === 0) return restarts;
  const named = stale.slice(0, usersShown).map((user) => code(clip(user, longestCell)));
  const more = stale.length - named.length;
  const users = joinedMarkdown(more > 0 ? [...named, gfm`${more} more`] : named, ', ');
  return gfm`${restarts}; **still on old content:** ${users}`;
}

function restartsText({ workloads, pods, exact }: Restarts): Markdown {
  if (workloads === 0) return gfm`none`;
  const number = inline(count(workloads, 'workload'));
  if (exact) return gfm`${number}, ${inline(count(pods, 'pod'))}`;
  return pods === 0
    ? gfm`${number}, Pods not counted`
    : gfm`${number}, at least ${inline(count(pods, 'pod'))}`;
}

/** When and why the units of the table are applied; their names only where not all are applied alike. */
function appliedLines(tallies: readonly UnitTally[]): Section {
  const units = tallies.flatMap(({ unit }) => unit ?? []);
  const alike = [...Map.groupBy(units, ({ applies: { when, why } }) => JSON.stringify([when, why])).values()];
  return {
    open: gfm``,
    separator: '  \n',
    items: alike.flatMap((group) => appliedItem(group, alike.length > 1)),
    close: gfm``,
    rank: 5,
    most: appliedShown,
    cut: (hidden) => gfm`${hidden.length} more groups of units are applied otherwise.`,
  };
}

function appliedItem(units: readonly UnitReport[], isNamed: boolean): readonly Item[] {
  const [first] = units;
  if (first === undefined) return [];
  const when = inline(clip(first.applies.when, longestText));
  const why = inline(clip(first.applies.why, longestText));
  const names = units.slice(0, appliedShown).map(({ id }) => code(clip(id, longestCell)));
  const more = units.length - names.length;
  const named = joinedMarkdown(more > 0 ? [...names, gfm`${more} more`] : names, ', ');
  const text = isNamed ? gfm`${named}: applied ${when} (${why}).` : gfm`Applied ${when} (${why}).`;
  return [{ text, name: named, weight: 0 }];
}

function quietUnits(tallies: readonly UnitTally[]): Section {
  return {
    open: gfm`Nothing changes in ${inline(count(tallies.length, 'unit'))}: `,
    separator: ', ',
    items: tallies.map(({ id }) => ({
      text: code(clip(id, longestCell)),
      name: code(clip(id, longestCell)),
      weight: 0,
    })),
    close: gfm`.`,
    rank: 6,
    most: unitsShown,
    cut: (hidden) => gfm`${hidden.length} of them are not named.`,
  };
}

function unclaimedFiles(selection: Selection | undefined): Section {
  const files = selection?.unclaimed ?? [];
  return {
    open: gfm`No unit depends on ${inline(count(files.length, 'changed file'))}: `,
    separator: ', ',
    items: files.toSorted(compareText).map((file) => {
      const name = code(clip(file, longestCell));
      return { text: name, name, weight: 0 };
    }),
    close: gfm`.`,
    rank: 6,
    most: filesShown,
    cut: (hidden) => gfm`${hidden.length} of them are not named.`,
  };
}
