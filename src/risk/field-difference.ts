/** A comparison -> its fields, each with its path: what rules say of single fields. */
import type { Comparison, FieldChange } from '../diff/change.ts';
import type { FieldPath } from '../object/field-path.ts';
import type { Masked } from '../object/masked.ts';
import { words } from '../object/masked.ts';

export interface FieldDifference {
  readonly comparison: Comparison;
  readonly field: FieldChange;
  readonly path: FieldPath;
}

/** None where nothing is predicted, or the live object may not be shown. */
export function fieldDifferences(comparisons: readonly Comparison[]): readonly FieldDifference[] {
  return comparisons.flatMap((comparison) => {
    const { change, paths = [] } = comparison;
    return change.fields.flatMap((field, index) => {
      const path = paths[index];
      return path === undefined ? [] : [{ comparison, field, path }];
    });
  });
}

/** Such as "kube-controller-manager (HorizontalPodAutoscaler)". */
export function writerName({ writer, author }: FieldChange): Masked {
  if (writer === undefined) return author?.name ?? words`an unknown writer`;
  return author === undefined ? writer : words`${writer} (${author.name})`;
}

/** "from 5 to 3". */
export function fromTo({ before, after }: FieldChange): Masked {
  return words`from ${before ?? words`nothing`} to ${after ?? words`nothing`}`;
}
