/** What changes by unit -> a table, and one line for the units in which nothing does. */
import { compareText } from '../object/canonical.ts';
import { actionWords, causeWords, gravest } from './action-words.ts';
import { count } from './count.ts';
import { clip, code, inline, joinedMarkdown, gfm } from './escape.ts';
import type { Markdown } from './escape.ts';
import { namesOf } from './fit.ts';
import type { Item, Section } from './fit.ts';
import type { Review, Selection } from './review.ts';
import {
  actionCounts,
  isChanging,
  isOfPullRequest,
  otherCauses,
  restartsOf,
  unitTallies,
  weightOf,
} from './tally.ts';
import type { UnitTally } from './tally.ts';

const longestCell = 120;
const usersShown = 3;
const filesShown = 5;
const unitsShown = 20;

export function unitSections(review: Review): readonly Section[] {
  const tallies = unitTallies(review);
  const eventful = tallies.filter(isEventful);
  const quiet = tallies.filter((tally) => !isEventful(tally));
  return [tableOf(eventful), quietUnits(quiet), unclaimedFiles(review.selection)];
}

function isEventful({ unit, changes }: UnitTally): boolean {
  return unit?.render.error !== undefined || changes.some(({ action }) => action !== 'unchanged');
}

function tableOf(tallies: readonly UnitTally[]): Section {
  return {
    open: gfm`| Unit | Target | What changes | Restarts |\n|:--|:--|:--|:--|\n`,
    separator: '\n',
    items: tallies.map((tally) => rowOf(tally)),
    close: gfm``,
    rank: 2,
    cut: (hidden, of) => gfm`**${hidden.length} of ${of} units are not shown:** ${namesOf(hidden)}.`,
  };
}

function rowOf(tally: UnitTally): Item {
  const { id, unit, changes } = tally;
  const name = code(clip(id, longestCell));
  const cells = [name, targetCell(unit), changesCell(tally), restartsCell(changes)];
  return { text: gfm`| ${joinedMarkdown(cells, ' | ')} |`, name, weight: weightOf(tally) };
}

function targetCell(unit: UnitTally['unit']): Markdown {
  const { cluster, namespace } = unit?.target ?? {};
  const parts = [cluster, namespace].filter((part) => part !== undefined);
  return parts.length === 0 ? gfm`none` : code(clip(parts.join(' / '), longestCell));
}

function changesCell({ unit, changes }: UnitTally): Markdown {
  if (unit?.render.error !== undefined) return gfm`**does not render**`;
  const shown = changes.filter((change) => !isChanging(change) || isOfPullRequest(change));
  const own = actionCounts(shown.filter(({ action }) => action !== 'unchanged')).map(
    ({ action, count: number }) => {
      const text = gfm`${number} ${inline(actionWords[action])}`;
      return gravest.has(action) ? gfm`**${text}**` : text;
    },
  );
  const others = changes.length - shown.length;
  const causes = joinedMarkdown(
    otherCauses(changes).map((cause) => inline(causeWords[cause])),
    '; ',
  );
  return joinedMarkdown(
    others === 0 ? own : [...own, gfm`${others} not by this pull request (${causes})`],
    ', ',
  );
}

function restartsCell(changes: UnitTally['changes']): Markdown {
  const { workloads, pods, exact } = restartsOf(changes);
  const atLeast = exact ? gfm`` : gfm`at least `;
  const restarts =
    workloads === 0
      ? gfm`none`
      : gfm`${inline(count(workloads, 'workload'))}, ${atLeast}${inline(count(pods, 'pod'))}`;
  const stale = [...new Set(changes.flatMap((change) => change.staleUsers))];
  if (stale.length === 0) return restarts;
  const named = stale.slice(0, usersShown).map((user) => code(clip(user, longestCell)));
  const more = stale.length - named.length;
  const users = joinedMarkdown(more > 0 ? [...named, gfm`${more} more`] : named, ', ');
  return gfm`${restarts}; **still on old content:** ${users}`;
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
