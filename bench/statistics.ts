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

/** Of the medians. Noise that comes and goes hits what is measured in the same round alike. */
export function ratio(of: readonly Cost[], to: readonly Cost[]): string {
  const times = (measure: (cost: Cost) => number): string =>
    (median(of.map(measure)) / median(to.map(measure))).toFixed(2);
  return `${times(clock)} times  processor ${times(processor)} times`;
}

export function percent(part: number, whole: number): string {
  return `${String(part)} of ${String(whole)} (${whole === 0 ? '–' : ((100 * part) / whole).toFixed(0)} %)`;
}

export function table(title: string, rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return [`\n${title}\n`, ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`)].join('');
}
