/** What a unit applies and is live already -> which other Application it belongs to, and who of both wins. */
import { identityOf, objectKey } from '../../../object/identity.ts';
import { namespaceOf, type KubeObject } from '../../../object/kube-object.ts';
import { joined, words, type Mask, type Masked } from '../../../object/masked.ts';
import type { Remark } from '../../declarations.ts';
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

/** One for each other Application, and one for all that may not be named: once merged, both declare what it has. */
export function sharedClaims(unit: Unit, outcomes: readonly Outcome[], mask: Mask): readonly Remark[] {
  const settings = argoUnit(unit);
  const shared = outcomes.filter(
    ({ before, after }) => after !== undefined && sharedWith(settings, before) !== undefined,
  );
  const byOwner = Map.groupBy(shared, ({ before, unshown }) =>
    unshown === true ? undefined : sharedWith(settings, before),
  );
  return [...byOwner].map(([other, claimed]) => claimOf(unit, claimed, { other, mask }));
}

function claimOf(
  unit: Unit,
  claimed: readonly Outcome[],
  { other, mask }: { readonly other: string | undefined; readonly mask: Mask },
): Remark {
  const objects = claimed.flatMap(({ after }) => after ?? []);
  const named = objects.slice(0, namesShown).map((each) => mask.text(nameOf(each).replaceAll('`', "'")));
  const more = objects.length - named.length;
  const rest = more > 0 ? words` and ${more} more` : words``;
  const owner =
    other === undefined
      ? words`another Application, which may not be shown here`
      : words`the Application ${mask.text(other)}`;
  return {
    about: 'object-claimed-twice',
    severity: 'block',
    unit: unit.id,
    objects: objects.map(identityOf),
    title: words`What another Application has is declared here too`,
    detail: words`\`${joined(named, ', ')}\`${rest} is part of ${owner}. From the merge on both claim it: each takes it from the other, the last one that syncs wins, and what one of them prunes is gone for both.`,
    advice: words`Take it out of the other Application first, or give it another name here.`,
    places: [],
    restsOn: { other: other ?? null, objects: objects.map(objectKey) },
  };
}

const namesShown = 5;

function nameOf(object: KubeObject): string {
  const namespace = namespaceOf(object);
  return `${object.kind} ${namespace === '' ? '' : `${namespace}/`}${object.metadata.name}`;
}
