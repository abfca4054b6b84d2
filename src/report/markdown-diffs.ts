/** Changes -> folded diffs, by unit and object. */
import type { Action, Change, FieldChange } from '../diff/change.ts';
import { actionWords, causeWords, failing, gravest } from './action-words.ts';
import { count } from './count.ts';
import { clip, code, fence, htmlCode, inline, joinedMarkdown, gfm } from './escape.ts';
import type { Markdown } from './escape.ts';
import { namesOf } from './fit.ts';
import type { Group, Item, Section } from './fit.ts';
import { objectName } from './object-name.ts';
import type { Review } from './review.ts';
import { actionCounts, isChanging, isOfPullRequest, isOther, restartsOf, unitTallies } from './tally.ts';

const longestName = 120;
const longestText = 600;
const fieldsShown = 8;
const notesShown = 8;
/** Their messages stand on cards. */
const onCards: ReadonlySet<Action> = new Set([...failing, 'gap']);

export function diffSection(review: Review): Section {
  const items = unitTallies(review).flatMap(({ id, changes }) => {
    const told = changes.filter((change) => change.text !== '' || notesOf(change).length > 0);
    const group = groupOf(id, told);
    return told.map((change) => itemOf(change, group));
  });
  return {
    open: gfm`#### Diffs\n\n`,
    separator: '\n\n',
    items,
    close: gfm``,
    rank: 8,
    cut: (hidden, of) =>
      gfm`**${hidden.length} of ${of} diffs are not shown:** ${namesOf(hidden)}. To see them: ${code(command(review))}`,
  };
}

/** What a person runs to see everything. */
function command({ base, head }: Review): string {
  const from = base.commit ?? base.ref ?? 'BASE';
  return head.commit === undefined
    ? `proofline review --base ${clip(from, longestName)}`
    : `proofline review --base ${clip(from, longestName)} --head ${head.commit}`;
}

function groupOf(id: string, changes: readonly Change[]): Group {
  const counts = actionCounts(changes).map(
    ({ action, count: number }) => gfm`${number} ${inline(actionWords[action])}`,
  );
  return {
    open: gfm`<details><summary><b>${htmlCode(clip(id, longestName))}</b>: ${joinedMarkdown(counts, ', ')}</summary>\n\n`,
    close: gfm`\n\n</details>`,
  };
}

function itemOf(change: Change, group: Group): Item {
  const name = clip(objectName(change.object), longestName);
  const notes = notesOf(change).slice(0, notesShown);
  const list = joinedMarkdown(
    notes.map((note) => gfm`- ${note}`),
    '\n',
  );
  const body = [list, change.text === '' ? gfm`` : fence(change.text, 'diff')].filter((part) => part !== '');
  const other = isChanging(change) && !isOfPullRequest(change) ? gfm`, not by this pull request` : gfm``;
  const summary = gfm`${inline(actionWords[change.action])} ${htmlCode(name)}${restartOf(change)}${other}`;
  return {
    text: gfm`<details><summary>${summary}</summary>\n\n${joinedMarkdown(body, '\n\n')}\n\n</details>`,
    name: code(name),
    weight: gravest.has(change.action) ? 2 : Number(isOfPullRequest(change)),
    group,
  };
}

function restartOf(change: Change): Markdown {
  if (change.restart === undefined) return gfm``;
  const { pods, exact } = restartsOf([change]);
  return exact ? gfm`, restarts ${inline(count(pods, 'pod'))}` : gfm`, restarts its Pods`;
}

function notesOf(change: Change): readonly Markdown[] {
  return [
    ...(change.message === undefined || onCards.has(change.action)
      ? []
      : [inline(clip(change.message, longestText))]),
    ...(change.terminating === undefined ? [] : [terminatingNote(change.terminating)]),
    ...staleNote(change),
    ...hiddenNote(change),
    ...change.warnings.map((warning) => gfm`The API server warns: ${inline(clip(warning, longestText))}`),
    ...change.assumes.map((assumed) => gfm`Taken for granted: ${inline(clip(assumed, longestText))}`),
    ...(isChanging(change)
      ? change.fields
          .filter(isOther)
          .slice(0, fieldsShown)
          .map((field) => fieldNote(field))
      : []),
  ];
}

function terminatingNote(finalizers: readonly string[]): Markdown {
  if (finalizers.length === 0) return gfm`It is being deleted already.`;
  const held = finalizers.slice(0, notesShown).map((finalizer) => code(clip(finalizer, longestName)));
  return gfm`It is being deleted already, and is held by ${joinedMarkdown(held, ', ')}.`;
}

function staleNote({ staleUsers }: Change): readonly Markdown[] {
  if (staleUsers.length === 0) return [];
  const users = staleUsers.slice(0, notesShown).map((user) => code(clip(user, longestName)));
  return [gfm`Not restarted, so still on the old content: ${joinedMarkdown(users, ', ')}.`];
}

function hiddenNote({ hidden }: Change): readonly Markdown[] {
  if (hidden === undefined) return [];
  const paths = hidden.paths.slice(0, fieldsShown).map((path) => code(clip(path, longestName)));
  const more = hidden.paths.length - paths.length;
  const named = joinedMarkdown(more > 0 ? [...paths, gfm`${more} more`] : paths, ', ');
  return hidden.stillWritten
    ? [gfm`Ignored when the reconciler compares, **and overwritten when it syncs**: ${named}.`]
    : [gfm`Ignored by the reconciler, and left as it is: ${named}.`];
}

/** A difference that the pull request does not make: from what, to what, whose. */
function fieldNote({ path, before, after, causes, writer, author }: FieldChange): Markdown {
  const value = (text: string | undefined): Markdown =>
    text === undefined ? gfm`nothing` : code(clip(text, longestName));
  const why = joinedMarkdown(
    causes.map((cause) => inline(causeWords[cause])),
    ', ',
  );
  const named = author === undefined ? gfm`` : gfm` (${inline(author.name)})`;
  const by = writer === undefined ? gfm`` : gfm`, last written by ${code(clip(writer, longestName))}${named}`;
  return gfm`Not by this pull request: ${code(clip(path, longestName))} from ${value(before)} to ${value(after)} (${why}${by})`;
}
