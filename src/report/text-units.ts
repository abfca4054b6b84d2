/** Changes -> lines for a terminal: one a change, and the diffs. */
import type { Change, FieldChange } from '../diff/change.ts';
import { visible } from '../object/visible.ts';
import { appliedWords } from './applied-words.ts';
import { actionWords, causeWords, failing, gravest } from './action-words.ts';
import { count } from './count.ts';
import { clip, visibleLine as line } from './escape.ts';
import { objectName } from './object-name.ts';
import type { UnitReport } from './review.ts';
import { isChanging, isOfPullRequest, isOther, isUnseen } from './tally.ts';
import type { UnitTally } from './tally.ts';

export type Style = 'red' | 'green' | 'yellow' | 'blue' | 'dim' | 'bold';
export type Paint = (style: Style, text: string) => string;

const longestText = 2000;
const othersShown = 10;

/** One line a change. */
export function unitLines(tally: UnitTally, paint: Paint): readonly string[] {
  const { id, unit, changes } = tally;
  const { cluster, namespace } = unit?.target ?? {};
  const target = [cluster, namespace].filter((part) => part !== undefined).join(' / ');
  const head = paint('bold', line(target === '' ? id : `${id} on ${target}`));
  const told = changes.filter(({ action }) => action !== 'unchanged');
  if (unit?.render.error !== undefined) return [head, `  ${paint('red', 'does not render')}`];
  if (isUnseen(tally)) return [head, '  not compared'];
  if (told.length === 0) return [head, `  nothing changes (${count(changes.length, 'object')})`];
  const notes = (unit?.notes ?? []).map((note) => `  besides: ${line(clip(note, longestText))}`);
  const records = appliedWords(tally).map((said) => `  ${line(clip(said, longestText))}`);
  return [head, ...told.flatMap((change) => changeLines(change, paint)), ...notes, ...records];
}

/** When and why the units that change are applied; their names only where not all are applied alike. */
export function appliedLines(tallies: readonly UnitTally[]): readonly string[] {
  const units = tallies.flatMap(({ unit, changes }) => (changes.some(isChanging) ? (unit ?? []) : []));
  const alike = [...Map.groupBy(units, ({ applies: { when, why } }) => JSON.stringify([when, why])).values()];
  return alike.flatMap((group) => appliedLine(group, alike.length > 1));
}

function appliedLine(units: readonly UnitReport[], isNamed: boolean): readonly string[] {
  const [first] = units;
  if (first === undefined) return [];
  const { when, why } = first.applies;
  const how = `${line(clip(when, longestText))} (${line(clip(why, longestText))})`;
  return [isNamed ? `Applied ${how}: ${units.map(({ id }) => line(id)).join(', ')}.` : `Applied ${how}.`];
}

function changeLines(change: Change, paint: Paint): readonly string[] {
  const action = actionWords[change.action];
  const shown = gravest.has(change.action) ? paint('red', action) : action;
  const other =
    isChanging(change) && !isOfPullRequest(change)
      ? `, not by this pull request (${change.causes.map((cause) => causeWords[cause]).join(', ')})`
      : '';
  const pods = change.restart?.pods;
  const restart =
    change.restart === undefined ? '' : `, restarts ${pods === undefined ? 'its Pods' : count(pods, 'pod')}`;
  const stale =
    change.staleUsers.length === 0 ? '' : `, still on old content: ${change.staleUsers.map(line).join(', ')}`;
  return [
    `  ${shown} ${line(objectName(change.object))}${other}${restart}${stale}${reasonOf(change)}`,
    ...hiddenLine(change),
    ...change.warnings.map((warning) => `    the API server warns: ${line(clip(warning, longestText))}`),
    ...change.assumes.map((assumed) => `    taken for granted: ${line(clip(assumed, longestText))}`),
    ...(isOfPullRequest(change) ? change.fields.filter(isOther).slice(0, othersShown).map(otherLine) : []),
  ];
}

function hiddenLine({ hidden }: Change): readonly string[] {
  if (hidden === undefined) return [];
  const paths = hidden.paths.slice(0, othersShown).map((path) => line(clip(path, longestText)));
  const what = hidden.stillWritten ? 'ignored in the comparison, overwritten by the sync' : 'ignored';
  return [`    ${what}: ${paths.join(', ')}`];
}

function otherLine({ path, causes, writer, author }: FieldChange): string {
  const why = causes.map((cause) => causeWords[cause]).join(', ');
  const named = author === undefined ? '' : ` (${line(author.name)})`;
  const by = writer === undefined ? '' : `, last written by ${line(writer)}${named}`;
  return `    not by this pull request: ${line(clip(path, longestText))} (${why}${by})`;
}

/** Empty where nothing changes. */
export function diffLines({ unit, object, text }: Change, paint: Paint): readonly string[] {
  if (text === '') return [];
  const lines = visible(text.trimEnd()).split('\n');
  return [
    `  ${paint('bold', line(objectName(object)))} in ${line(unit)}`,
    ...lines.map((diffLine) => `    ${painted(diffLine, paint)}`),
  ];
}

function painted(diffLine: string, paint: Paint): string {
  if (diffLine.startsWith('+')) return paint('green', diffLine);
  if (diffLine.startsWith('-')) return paint('red', diffLine);
  return diffLine.startsWith('@@') ? paint('dim', diffLine) : diffLine;
}

/** The message of what fails or is not seen stands below, with what to do. */
function reasonOf({ action, message }: Change): string {
  if (message === undefined || action === 'gap' || failing.has(action)) return '';
  return `: ${line(clip(message, longestText))}`;
}
