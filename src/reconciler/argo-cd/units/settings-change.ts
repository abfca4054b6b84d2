/** Units of head, and the same of base -> that the pull request changes their Argo CD's settings, or their projects, by which head was judged. */
import { canonicalJson } from '../../../object/canonical.ts';
import type { JsonObject } from '../../../object/json.ts';
import { joined, words } from '../../../object/masked.ts';
import type { Mask, Masked } from '../../../object/masked.ts';
import type { Remark } from '../../declarations.ts';
import type { Unit } from '../../unit.ts';
import { argoUnit } from '../application.ts';
import type { ArgoInstallation, ArgoUnit } from '../application.ts';
import { differingFields } from '../../../object/differing-fields.ts';
import { configName, group } from './reads.ts';
import type { Made } from './unit-of.ts';

/** Whether anybody applies the new settings is not known: a file in a pull request could hide all else that is in it. */
export function settingsChanges(
  made: readonly Made[],
  before: ReadonlyMap<string, Unit>,
  mask: Mask,
): readonly Remark[] {
  const changes = new Map<string, Remark>();
  for (const { argo, candidate } of made) {
    const unit = before.get(candidate.key);
    if (unit === undefined) continue;
    const base = argoUnit(unit);
    const found = [
      installationChange(base.installation, argo.installation, mask),
      projectChange(base, argo, mask),
    ];
    for (const change of found) {
      if (change !== undefined) changes.set(canonicalJson([change.about, change.restsOn]), change);
    }
  }
  return [...changes.values()];
}

/** Undefined where the Application is in another one: that is its own change. */
function projectChange(base: ArgoUnit, head: ArgoUnit, mask: Mask): Remark | undefined {
  const { projectName, installation } = head;
  if (base.projectName !== projectName) return undefined;
  const fields = differingFields(base.project ?? {}, head.project ?? {}, 1);
  if (fields.length === 0) return undefined;
  return {
    about: 'project-changed',
    severity: 'block',
    unit: undefined,
    objects: [{ group, kind: 'AppProject', namespace: installation.namespace, name: projectName }],
    title: words`The project of Applications changes`,
    detail: words`What is said here of head is held to the project ${mask.text(projectName)} as the pull request has it (${list(fields, mask)}): what it forbids is refused, and is not pruned. Where that is not applied, or applied later, the old one counts.`,
    advice: words`Change a project in a pull request of its own, and apply it before what relies on it.`,
    places: [],
    restsOn: { project: projectName, base: only(fields, base.project), head: only(fields, head.project) },
  };
}

/** What does not change may change in the cluster without making this another change. */
function only(fields: readonly string[], whole: JsonObject | null): JsonObject {
  return Object.fromEntries(Object.entries(whole ?? {}).filter(([field]) => fields.includes(field)));
}

function list(fields: readonly string[], mask: Mask): Masked {
  return joined(
    fields.map((field) => mask.text(field)),
    ', ',
  );
}

function installationChange(base: ArgoInstallation, head: ArgoInstallation, mask: Mask): Remark | undefined {
  const fields = differingFields(base, head, 1);
  if (fields.length === 0) return undefined;
  return {
    about: 'settings-changed',
    severity: 'block',
    unit: undefined,
    objects: [{ group: '', kind: 'ConfigMap', namespace: head.namespace, name: configName }],
    title: words`The settings of Argo CD itself change`,
    detail: words`All that is said here of head follows the new settings (${list(fields, mask)}), for every Application of this Argo CD. Where they are not applied, or applied later, the old ones count.`,
    advice: words`Change settings in a pull request of their own, and apply them before what relies on them.`,
    places: [],
    restsOn: { base: only(fields, base), head: only(fields, head) },
  };
}
