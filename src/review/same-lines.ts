/** Two texts -> for each line of the first, the line of the second that it is. */
import { diffArrays } from 'diff';

/** From 1; undefined where the second text does not have the line, or both differ too much to tell. */
export type SameLines = (line: number) => number | undefined;

/** A search for the shortest diff costs lines times edits and ends here. */
const maxCost = 30_000_000;
const maxEdits = 3000;

/** By index, from 0. */
type Partners = readonly (number | undefined)[];

export function sameLines(from: string, to: string): SameLines {
  const [left, right] = [from.split('\n'), to.split('\n')];
  const found = partnersIn(left, right);
  if (found === undefined) return () => undefined;
  const back = inverse(slid(left, found, right.length), right.length);
  const partners = inverse(slid(right, back, left.length), left.length);
  return (line) => {
    const partner = partners[line - 1];
    return partner === undefined ? undefined : partner + 1;
  };
}

function partnersIn(left: readonly string[], right: readonly string[]): Partners | undefined {
  const maxEditLength = Math.min(maxEdits, Math.floor(maxCost / (left.length + right.length)));
  const runs = diffArrays([...left], [...right], { maxEditLength });
  if (runs === undefined) return undefined;
  const partners: (number | undefined)[] = [];
  let inRight = 0;
  for (const { added, removed, value } of runs) {
    if (!added) partners.push(...value.map((_, index) => (removed ? undefined : inRight + index)));
    if (!removed) inRight += value.length;
  }
  return partners;
}

function inverse(partners: Partners, length: number): Partners {
  const answer: (number | undefined)[] = Array.from({ length }, () => undefined);
  for (const [index, partner] of partners.entries()) if (partner !== undefined) answer[partner] = index;
  return answer;
}

interface Run {
  readonly start: number;
  /** Behind its last line. */
  readonly end: number;
}

/**
 * A diff is as short with a block that begins some lines earlier, where these are alike: the first lines of a new object
 * and those of the next one. As `git diff` does, it is put where a block begins: at a document, or at the least indentation.
 */
function slid(lines: readonly string[], found: Partners, others: number): Partners {
  const partners = [...found];
  for (let run = nextRun(partners, 0); run !== undefined;) {
    const { start, end } = run;
    const shift = shiftsOf(lines, { partners, run, others }).reduce((best, each) =>
      weight(lines, start + each) <= weight(lines, start + best) ? each : best,
    );
    for (let index = 0; index < shift; index += 1) {
      partners[start + index] = partners[end + index];
      partners[end + index] = undefined;
    }
    for (let index = 1; index <= -shift; index += 1) {
      partners[end - index] = partners[start - index];
      partners[start - index] = undefined;
    }
    run = nextRun(partners, end + Math.max(0, shift));
  }
  return partners;
}

/** Of lines without a partner. */
function nextRun(partners: Partners, from: number): Run | undefined {
  let start = from;
  while (start < partners.length && partners[start] !== undefined) start += 1;
  let end = start;
  while (end < partners.length && partners[end] === undefined) end += 1;
  return start === end ? undefined : { start, end };
}

interface Sliding {
  readonly partners: Partners;
  readonly run: Run;
  /** How many lines the other text has. */
  readonly others: number;
}

/** A longer way is not worth its cost. */
const farthest = 500;

/** By how many lines it may begin later, or earlier where negative; in order, 0 among them. */
function shiftsOf(lines: readonly string[], { partners, run, others }: Sliding): readonly number[] {
  const { start, end } = run;
  const before = lineBefore({ partners, run, others });
  if (before === undefined) return [0];
  const isFree = (shift: number): boolean =>
    shift > 0
      ? lines[start + shift - 1] === lines[end + shift - 1] && partners[end + shift - 1] === before + shift
      : lines[start + shift] === lines[end + shift] && partners[start + shift] === before + 1 + shift;
  let [first, last] = [0, 0];
  while (last < farthest && end + last < lines.length && isFree(last + 1)) last += 1;
  while (-first < farthest && start + first > 0 && isFree(first - 1)) first -= 1;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** The line of the other text after which the run stands; undefined where lines of that text stand beside it. */
function lineBefore({ partners, run: { start, end }, others }: Sliding): number | undefined {
  const before = start === 0 ? -1 : partners[start - 1];
  const after = end === partners.length ? others : partners[end];
  return before !== undefined && after === before + 1 ? before : undefined;
}

function weight(lines: readonly string[], start: number): number {
  if (start === 0 || isMark(lines[start - 1]) || isMark(lines[start])) return -1;
  const line = lines[start] ?? '';
  const indentation = line.length - line.trimStart().length;
  return 2 * indentation + (line.trimStart().startsWith('-') ? 0 : 1);
}

function isMark(line: string | undefined): boolean {
  return line?.startsWith('---') === true;
}
