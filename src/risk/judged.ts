/** One comparison and a rule's words -> the judgement on that object. */
import type { Comparison } from '../diff/change.ts';
import { unversioned } from '../object/identity.ts';
import type { FieldPath } from '../object/field-path.ts';
import type { Json } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { Masked } from '../object/masked.ts';
import type { Judgement } from './rule.ts';
import type { Severity } from './finding.ts';

export interface Said {
  readonly severity: Severity;
  readonly title: Masked;
  readonly detail: Masked;
  readonly advice: Masked;
  readonly restsOn?: Json;
  readonly fields?: readonly FieldPath[];
}

export function judged(comparison: Comparison, said: Said): Judgement {
  const { unit, object } = comparison.change;
  return {
    unit,
    comparisons: [comparison],
    objects: [unversioned(object)],
    restsOn: null,
    ...said,
  };
}

export interface Existing {
  readonly comparison: Comparison;
  readonly before: KubeObject;
  readonly after: KubeObject;
}

/** Objects that are there before and after, and change or might; what is left alone changes nothing. */
export function existing(comparisons: readonly Comparison[]): readonly Existing[] {
  return comparisons.flatMap((comparison) => {
    const { before, after, change } = comparison;
    if (!before || !after || change.action === 'skipped' || change.action === 'unchanged') return [];
    return [{ comparison, before, after }];
  });
}

/** Objects that come, or exist without that the review may look at them. */
export function arriving(
  comparisons: readonly Comparison[],
): readonly { comparison: Comparison; after: KubeObject }[] {
  return comparisons.flatMap((comparison) => {
    const { before, after, change } = comparison;
    return !before && after && change.action !== 'skipped' ? [{ comparison, after }] : [];
  });
}
