/** A duration as Go writes it, such as `1h30m` -> milliseconds; undefined where it cannot be read. */

const units: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

export function durationOf(text: string): number | undefined {
  if (text === '0') return 0;
  if (!/^(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|ms|s|m|h))+$/.test(text)) return undefined;
  let sum = 0;
  for (const [, count = '', unit = ''] of text.matchAll(/([\d.]+)(ns|us|µs|ms|s|m|h)/g)) {
    sum += Number(count) * (units[unit] ?? 0);
  }
  return sum;
}
