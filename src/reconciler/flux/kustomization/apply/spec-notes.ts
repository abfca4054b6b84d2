/** A Kustomization whose own spec changes with the merge -> what its controller may do before it sees that. */
import { differingFields } from '../../../../object/differing-fields.ts';
import { joined, words, type Mask, type Masked } from '../../../../object/masked.ts';
import type { Unit } from '../../../unit.ts';
import { kustomizationUnit } from '../../flux-unit.ts';

/** What changes only when, or how long, it is applied, and not what. */
const onlyTimes = new Set(['interval', 'retryInterval', 'timeout', 'wait']);

/** Only a Kustomization that lives has an old spec, and only a new revision can come before the new one. */
export function specNotes(unit: Unit, mask: Mask): readonly Masked[] {
  const { declared, live, source } = kustomizationUnit(unit);
  if (live === null || source.kind !== 'own' || !source.moves) return [];
  const fields = differingFields(live.spec, declared.spec, 1).filter((field) => !onlyTimes.has(field));
  if (fields.length === 0) return [];
  const named = joined(
    fields.map((field) => words`\`${mask.text(field)}\``),
    ', ',
  );
  return [
    words`The spec of the Kustomization changes, too (${named}). Its controller sees the new revision and the new spec side by side: it may apply the new files by the old spec first, and prune by it.`,
  ];
}
