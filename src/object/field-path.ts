/** The path of a field inside an object -> text that a person reads, such as `.spec.containers[name=web].image`. */
import { canonicalJson, compareText } from './canonical.ts';
import type { Json, JsonObject } from './json.ts';

/** A map key, a list index, an item of a list by its merge keys, or an item of a set by its value. */
export type FieldStep = string | number | { readonly keys: JsonObject } | { readonly value: Json };
export type FieldPath = readonly FieldStep[];

export function fieldText(path: FieldPath): string {
  return path.map(stepText).join('') || '.';
}

function stepText(step: FieldStep): string {
  if (typeof step === 'number') return `[${step}]`;
  if (typeof step === 'string')
    return /^[A-Za-z_$][\w$-]*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
  if ('value' in step) return `[=${bare(step.value)}]`;
  const keys = Object.keys(step.keys).sort(compareText);
  return `[${keys.map((key) => `${key}=${bare(step.keys[key] ?? null)}`).join(',')}]`;
}

function bare(value: Json): string {
  return typeof value === 'string' && /^[\w./:-]+$/.test(value) ? value : canonicalJson(value);
}

/** Parents before children, list items by number, all else by code point. */
export function compareFieldPaths(a: FieldPath, b: FieldPath): number {
  for (const [index, step] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const order = compareSteps(step, other);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareSteps(a: FieldStep, b: FieldStep): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareText(stepText(a), stepText(b));
}
