/** A duration as Flux writes it, such as `1h10m30s` -> seconds, and seconds -> words. */
import type { Json } from '../../../../object/json.ts';
import { words, type Masked } from '../../../../object/masked.ts';

const units: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 };

/** Undefined for what is no duration. */
export function seconds(text: Json | undefined): number | undefined {
  if (typeof text !== 'string' || !/^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? 0), 0);
}

/** In the largest unit in which it is whole. */
export function spoken(length: number): Masked {
  const whole = Math.max(1, Math.round(length));
  if (whole % 3600 === 0) return counted(whole / 3600, words`hour`);
  return whole % 60 === 0 ? counted(whole / 60, words`minute`) : counted(whole, words`second`);
}

function counted(count: number, unit: Masked): Masked {
  return count === 1 ? words`1 ${unit}` : words`${count} ${unit}s`;
}
