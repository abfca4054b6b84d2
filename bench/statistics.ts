/** Measurements -> the words of a table: medians, and ratios of medians. */

/** Throws RangeError where nothing was measured. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new RangeError('nothing was measured');
  return middle;
}

export function seconds(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const [least = 0, most = 0] = [sorted[0], sorted.at(-1)].map((each) => (each ?? 0) / 1000);
  return `${(median(milliseconds) / 1000).toFixed(2)} s  (${least.toFixed(2)} to ${most.toFixed(2)})`;
}

/** Of the medians. Noise that comes and goes hits what is measured in the same round alike. */
export function ratio(of: readonly number[], to: readonly number[]): number {
  return median(of) / median(to);
}

export function percent(part: number, whole: number): string {
  return `${part} of ${whole} (${whole === 0 ? '–' : ((100 * part) / whole).toFixed(0)} %)`;
}

export function table(title: string, rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return [`\n${title}\n`, ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`)].join('');
}
