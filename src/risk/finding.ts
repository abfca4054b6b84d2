/** One risk, found by one rule, on objects of one unit, with its places in the source. */
import { compareText } from '../object/canonical.ts';
import type { Identity } from '../object/identity.ts';
import type { Masked } from '../object/masked.ts';
import type { ShownPlace } from '../object/place.ts';
import type { Suggestion } from './suggestion.ts';

export const severities = ['block', 'warn', 'info'] as const;
export type Severity = (typeof severities)[number];

export interface Finding {
  /** The rule's name. */
  readonly rule: string;
  readonly severity: Severity;
  /** The unit's id; undefined when it concerns the whole review. */
  readonly unit: string | undefined;
  readonly objects: readonly Identity[];
  readonly places: readonly ShownPlace[];
  /** hash(rule, unit, objects): stable across pushes. */
  readonly id: string;
  /** What an approval binds to: HMAC of id, the unmasked change and the live facts that the rule rests on. */
  readonly fingerprint: string;
  readonly title: Masked;
  readonly detail: Masked;
  readonly advice: Masked;
  /** Lines that would take into Git what is live. */
  readonly suggestions?: readonly Suggestion[];
}

/** By severity, then rule, unit and id. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    compareText(a.rule, b.rule) ||
    compareText(a.unit ?? '', b.unit ?? '') ||
    compareText(a.id, b.id)
  );
}
