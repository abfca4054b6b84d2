/** One field of a schedule, such as `1-5` or `0-59/15` -> the values that it names, as github.com/robfig/cron reads it. */

export interface Field {
  readonly values: readonly number[];
  /** Whether it was written as a star: of the two fields for days the other one alone counts then. */
  readonly isStar: boolean;
}

export interface Bounds {
  readonly low: number;
  readonly high: number;
  /** Of the values from `low` on, in lower case. */
  readonly names: readonly string[];
}

/** Undefined where it cannot be read. */
export function fieldOf(text: string, bounds: Bounds): Field | undefined {
  const parts = text.split(',').filter((part) => part !== '');
  const ranges = parts.map((part) => rangeOf(part, bounds));
  if (ranges.length === 0 || ranges.includes(undefined)) return undefined;
  const read = ranges.filter((range) => range !== undefined);
  const values = new Set(read.flatMap(({ span: { from, to }, step }) => counted(from, to, step)));
  return { values: [...values].sort((a, b) => a - b), isStar: read.some(({ isStar }) => isStar) };
}

function counted(from: number, to: number, step: number): readonly number[] {
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
}

interface Span {
  readonly from: number;
  readonly to: number;
}

interface Range {
  readonly span: Span;
  readonly step: number;
  readonly isStar: boolean;
}

function rangeOf(part: string, bounds: Bounds): Range | undefined {
  const [text = '', by, ...more] = part.split('/');
  const step = by === undefined ? 1 : numberOf(by);
  if (more.length > 0 || step === undefined || step === 0) return undefined;
  const isAll = text === '*' || text === '?';
  const span = isAll ? { from: bounds.low, to: bounds.high } : spanOf(text, bounds, by !== undefined);
  return span === undefined ? undefined : { span, step, isStar: isAll && step === 1 };
}

/** `5/15` is every fifteenth from the fifth on. */
function spanOf(text: string, bounds: Bounds, isOpen: boolean): Span | undefined {
  const [first = '', last, ...more] = text.split('-');
  const from = valueOf(first, bounds);
  const end = isOpen ? bounds.high : from;
  const to = last === undefined ? end : valueOf(last, bounds);
  if (more.length > 0 || from === undefined || to === undefined) return undefined;
  return from < bounds.low || to > bounds.high || from > to ? undefined : { from, to };
}

function valueOf(text: string, { names, low }: Bounds): number | undefined {
  const named = names.indexOf(text.toLowerCase());
  return named < 0 ? numberOf(text) : named + low;
}

function numberOf(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}
