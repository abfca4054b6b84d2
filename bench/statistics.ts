/** Measurements -> the words of a table: medians, and ratios of medians. */

/** In milliseconds. */
export interface Cost {
  readonly milliseconds: number;
  /** Of all processors. */
  readonly cpu: number;
}

/** Throws RangeError where nothing was measured. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new RangeError('nothing was measured');
  return middle;
}

const clock = ({ milliseconds }: Cost): number => milliseconds;
const processor = ({ cpu }: Cost): number => cpu;

/** By the clock, with the least and the most, and the processor time. */
export function cost(costs: readonly Cost[]): string {
  const times = costs.map(clock);
  const [middle, least, most, cpu] = [
    median(times),
    Math.min(...times),
    Math.max(...times),
    median(costs.map(processor)),
  ].map((each) => (each / 1000).toFixed(2));
  return `${middle} s  (${least} to ${most})  processor ${cpu} s`;
}

/** Of the medians; of the least, which are what another program disturbed least; and of the processor time. */
export function ratio(of: readonly Cost[], to: readonly Cost[]): string {
  const times = (among: (values: readonly number[]) => number, measure: (cost: Cost) => number): string =>
    `${(among(of.map(measure)) / among(to.map(measure))).toFixed(2)} times`;
  const least = (values: readonly number[]): number => Math.min(...values);
  return `${times(median, clock)}  (of the least ${times(least, clock)})  processor ${times(median, processor)}`;
}

export function percent(part: number, whole: number): string {
  return `${String(part)} of ${String(whole)} (${whole === 0 ? '–' : ((100 * part) / whole).toFixed(0)} %)`;
}

export function table(title: string, rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return [`\n${title}\n`, ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`)].join('');
}
