/** A number and a noun -> "1 object", "7 objects". */
import { joined, words } from '../object/masked.ts';
import type { Masked } from '../object/masked.ts';

const nouns = {
  object: [words`object`, words`objects`],
  unit: [words`unit`, words`units`],
  finding: [words`finding`, words`findings`],
  warning: [words`warning`, words`warnings`],
  note: [words`note`, words`notes`],
  thing: [words`thing`, words`things`],
  workload: [words`workload`, words`workloads`],
  pod: [words`Pod`, words`Pods`],
  file: [words`file`, words`files`],
  'changed file': [words`changed file`, words`changed files`],
  cluster: [words`cluster`, words`clusters`],
  diff: [words`diff`, words`diffs`],
  place: [words`place`, words`places`],
} as const satisfies Record<string, readonly [Masked, Masked]>;

export type Noun = keyof typeof nouns;

export function count(number: number, noun: Noun): Masked {
  return words`${number} ${nouns[noun][number === 1 ? 0 : 1]}`;
}

/** "a", "a and b", "a, b and c". */
export function listed(parts: readonly Masked[]): Masked {
  const last = parts.at(-1);
  if (last === undefined) return words``;
  if (parts.length === 1) return last;
  return words`${joined(parts.slice(0, -1), ', ')} and ${last}`;
}
