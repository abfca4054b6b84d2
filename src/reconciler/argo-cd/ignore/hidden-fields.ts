/** Live objects and one ignore rule -> the fields that the rule hides on each of them. */
import { at, isJsonArray, isJsonObject } from '../../../object/json.ts';
import type { FieldPath } from '../../../object/field-path.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { differingPaths } from './differing.ts';
import { normalize, type Normalized } from './normalize.ts';
import { trustedManagers, type DifferenceRule } from './rule.ts';

export interface HiddenFields {
  readonly object: KubeObject;
  readonly fields: readonly FieldPath[];
  /** Trusted managers that own something of it; every field of theirs is hidden as soon as it differs. */
  readonly managers: readonly string[];
}

/** Objects on which it hides nothing are left out. */
export async function hiddenFields(
  live: readonly KubeObject[],
  rule: DifferenceRule,
): Promise<Normalized<readonly HiddenFields[]>> {
  const found: HiddenFields[] = [];
  const skipped = [];
  for (const object of live) {
    const normalized = await normalize(object, [rule]);
    if (normalized.kind === 'not-compiled') return normalized;
    skipped.push(...normalized.skipped);
    const fields = differingPaths(object, normalized.value);
    const managers = owning(object, trustedManagers([rule], object));
    if (fields.length > 0 || managers.length > 0) found.push({ object, fields, managers });
  }
  return { kind: 'normalized', value: found, skipped };
}

function owning(object: KubeObject, managers: ReadonlySet<string>): readonly string[] {
  const entries = object.metadata['managedFields'];
  const names = (isJsonArray(entries) ? entries : [])
    .filter((entry) => isJsonObject(at(entry, 'fieldsV1')))
    .map((entry) => at(entry, 'manager'));
  return [...managers].filter((manager) => names.includes(manager));
}
