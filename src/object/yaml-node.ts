/** A syntax tree and a field path -> the offset in the text where that field, or its nearest parent, stands. */
import { isMap, isNode, isScalar, isSeq } from 'yaml';
import type { Node, Pair } from 'yaml';
import type { FieldPath, FieldStep } from './field-path.ts';
import type { Json } from './json.ts';

interface Found {
  readonly value: Node | null;
  readonly offset: number;
}

export function offsetOf(root: Node | null, path: FieldPath): number {
  let offset = root?.range?.[0] ?? 0;
  let here: Node | null = root;
  for (const step of path) {
    const found = stepInto(here, step);
    if (found === undefined) return offset;
    offset = found.offset;
    here = found.value;
  }
  return offset;
}

function stepInto(node: Node | null, step: FieldStep): Found | undefined {
  if (typeof step === 'string') return isMap(node) ? member(node.items, step) : undefined;
  if (!isSeq(node)) return undefined;
  if (typeof step === 'number') return item(node.items[step]);
  return item(node.items.find((candidate) => matches(candidate, step)));
}

function member(pairs: readonly Pair[], key: string): Found | undefined {
  const pair = pairs.find((candidate) => isScalar(candidate.key) && candidate.key.value === key);
  if (pair === undefined || !isScalar(pair.key)) return undefined;
  return { value: isNode(pair.value) ? pair.value : null, offset: pair.key.range?.[0] ?? 0 };
}

function item(value: unknown): Found | undefined {
  return isNode(value) ? { value, offset: value.range?.[0] ?? 0 } : undefined;
}

/** Merge keys are compared as text: `80` in the source is the number 80 of the path. */
function matches(value: unknown, step: Exclude<FieldStep, string | number>): boolean {
  if ('value' in step) return isScalar(value) && value.value === textOf(step.value);
  if (!isMap(value)) return false;
  return Object.entries(step.keys).every(([key, expected]) => {
    const found = member(value.items, key)?.value;
    return isScalar(found) && found.value === textOf(expected);
  });
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
