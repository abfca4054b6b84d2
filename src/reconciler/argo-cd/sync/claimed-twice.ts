/** What a unit applies and is live already -> which other Application it belongs to, and who of both wins. */
import { namespaceOf, type KubeObject } from '../../../object/kube-object.ts';
import { words, type Mask, type Masked } from '../../../object/masked.ts';
import type { Outcome } from '../../unit-record.ts';
import type { Unit } from '../../unit.ts';
import { argoUnit, type ArgoUnit } from '../application.ts';
import { instanceName } from '../units/instance-name.ts';
import { trackedBy } from './tracking.ts';

/** As tracking ids name it; undefined where the object is nobody's, or the unit's own. */
export function sharedWith(settings: ArgoUnit, live: KubeObject | undefined): string | undefined {
  const by = live === undefined ? undefined : trackedBy(settings, live);
  return by === instanceName(settings.application, settings.installation.namespace) ? undefined : by;
}

export function sharedNotes(unit: Unit, outcomes: readonly Outcome[], mask: Mask): readonly Masked[] {
  const settings = argoUnit(unit);
  return outcomes.flatMap(({ before, after }) => {
    const other = sharedWith(settings, before);
    if (other === undefined || after === undefined) return [];
    const named = mask.text(nameOf(after).replaceAll('`', "'"));
    return [
      words`\`${named}\` is part of the Application ${mask.text(other)}, and this sync takes it over. While both declare it, each takes it from the other, and the last one that syncs wins; what the other one prunes is gone for both.`,
    ];
  });
}

function nameOf(object: KubeObject): string {
  const namespace = namespaceOf(object);
  return `${object.kind} ${namespace === '' ? '' : `${namespace}/`}${object.metadata.name}`;
}
