/** Units of head, and the same of base -> that the pull request gives their Argo CD other settings, by which head was judged. */
import { joined, words } from '../../../object/masked.ts';
import type { Mask } from '../../../object/masked.ts';
import type { Remark } from '../../declarations.ts';
import type { Unit } from '../../unit.ts';
import { argoUnit } from '../application.ts';
import type { ArgoInstallation } from '../application.ts';
import { differingFields } from './differing-fields.ts';
import { configName } from './reads.ts';
import type { Made } from './unit-of.ts';

/** Whether anybody applies the new settings is not known: a file in a pull request could hide all else that is in it. */
export function settingsChanges(
  made: readonly Made[],
  before: ReadonlyMap<string, Unit>,
  mask: Mask,
): readonly Remark[] {
  const changes = new Map<Made['candidate']['control'], Remark>();
  for (const { argo, candidate } of made) {
    const base = before.get(candidate.key);
    if (base === undefined || changes.has(candidate.control)) continue;
    const change = changeOf(argoUnit(base).installation, argo.installation, mask);
    if (change !== undefined) changes.set(candidate.control, change);
  }
  return [...changes.values()];
}

function changeOf(base: ArgoInstallation, head: ArgoInstallation, mask: Mask): Remark | undefined {
  const fields = differingFields(base, head, 1);
  if (fields.length === 0) return undefined;
  const named = joined(
    fields.map((field) => mask.text(field)),
    ', ',
  );
  return {
    about: 'settings-changed',
    severity: 'block',
    unit: undefined,
    objects: [{ group: '', kind: 'ConfigMap', namespace: head.namespace, name: configName }],
    title: words`The settings of Argo CD itself change`,
    detail: words`All that is said here of head follows the new settings (${named}), for every Application of this Argo CD. Where they are not applied, or applied later, the old ones count.`,
    advice: words`Change settings in a pull request of their own, and apply them before what relies on them.`,
    places: [],
    restsOn: { base, head },
  };
}
