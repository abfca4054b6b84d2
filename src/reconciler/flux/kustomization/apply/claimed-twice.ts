/** What a unit applies and is live already -> which other Kustomization has it, and what comes of two that declare it (facts/reconcilers.md §12). */
import { identityOf, objectKey } from '../../../../object/identity.ts';
import { namespaceOf, type KubeObject } from '../../../../object/kube-object.ts';
import { joined, words, type Mask, type Masked } from '../../../../object/masked.ts';
import type { Remark } from '../../../declarations.ts';
import type { Outcome } from '../../../unit-record.ts';
import type { Unit } from '../../../unit.ts';
import { kustomizationUnit } from '../../flux-unit.ts';
import { ownerOf } from './marks.ts';

/** `namespace/name`; undefined where the object is nobody's, or the unit's own. */
function otherOwner(unit: Unit, live: KubeObject | undefined): string | undefined {
  const { declared } = kustomizationUnit(unit);
  const owner = ownerOf(live);
  if (owner === undefined) return undefined;
  const isOwn = owner.namespace === declared.namespace && owner.name === declared.name;
  return isOwn ? undefined : `${owner.namespace}/${owner.name}`;
}

export function sharedNotes(unit: Unit, outcomes: readonly Outcome[], mask: Mask): readonly Masked[] {
  return outcomes.flatMap(({ before, after, applied }) => {
    const other = otherOwner(unit, before);
    if (other === undefined || after === undefined || !applied) return [];
    return [
      words`\`${shown(after, mask)}\` is part of the Kustomization ${mask.text(other)}, and this apply takes it over. While both declare it, each takes it back at its interval.`,
    ];
  });
}

/** One for each other Kustomization, and one for all that may not be named. */
export function sharedClaims(unit: Unit, outcomes: readonly Outcome[], mask: Mask): readonly Remark[] {
  const shared = outcomes.filter(
    ({ before, after }) => after !== undefined && otherOwner(unit, before) !== undefined,
  );
  const byOwner = Map.groupBy(shared, ({ before, unshown }) =>
    unshown === true ? undefined : otherOwner(unit, before),
  );
  return [...byOwner].map(([other, claimed]) => claimOf(unit, claimed, { other, mask }));
}

function claimOf(
  unit: Unit,
  claimed: readonly Outcome[],
  { other, mask }: { readonly other: string | undefined; readonly mask: Mask },
): Remark {
  const objects = claimed.flatMap(({ after }) => after ?? []);
  const named = objects.slice(0, namesShown).map((each) => shown(each, mask));
  const more = objects.length - named.length;
  const rest = more > 0 ? words` and ${more} more` : words``;
  const owner =
    other === undefined
      ? words`another Kustomization, which may not be shown here`
      : words`the Kustomization ${mask.text(other)}`;
  return {
    about: 'object-claimed-twice',
    severity: 'block',
    unit: unit.id,
    objects: objects.map(identityOf),
    title: words`What another Kustomization has is declared here too`,
    detail: words`\`${joined(named, ', ')}\`${rest} is part of ${owner}. Who reconciles first decides: if this one does, it is handed over as it is. If the other one no longer declares it and prunes first, it is deleted and made again. While both declare it, each takes it back at its interval.`,
    advice: words`Let the other one apply after this one (\`dependsOn\`), or keep it from pruning: annotate the live object with \`kustomize.toolkit.fluxcd.io/prune: disabled\` until the move is done.`,
    places: [],
    restsOn: { other: other ?? null, objects: objects.map(objectKey) },
  };
}

const namesShown = 5;

function shown(object: KubeObject, mask: Mask): Masked {
  const namespace = namespaceOf(object);
  const name = `${object.kind} ${namespace === '' ? '' : `${namespace}/`}${object.metadata.name}`;
  return mask.text(name.replaceAll('`', "'"));
}
