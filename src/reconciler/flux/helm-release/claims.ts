/** What a HelmRelease applies and is live already -> which other Helm release has it: from then on both claim it. */
import { identityOf, objectKey } from '../../../object/identity.ts';
import { joined, words, type Mask, type Masked } from '../../../object/masked.ts';
import type { Remark } from '../../declarations.ts';
import type { Outcome } from '../../unit-record.ts';
import type { Unit } from '../../unit.ts';
import { isHook } from './hook.ts';
import { shownName } from './hook-notes.ts';
import { isOwnedBy, ownerOf } from '../../helm-ownership.ts';
import type { ReleaseAction } from './release-action.ts';

interface Claiming {
  readonly action: ReleaseAction;
  readonly mask: Mask;
}

/** One for each other release, and one for all that may not be named. */
export function claimsOf(
  unit: Unit,
  outcomes: readonly Outcome[],
  { action, mask }: Claiming,
): readonly Remark[] {
  if (!action.takesOwnership) return [];
  const claimed = outcomes.filter((outcome) => otherOwner(outcome, action) !== undefined);
  const byOwner = Map.groupBy(claimed, (outcome) =>
    outcome.unshown === true ? undefined : otherOwner(outcome, action),
  );
  return [...byOwner].map(([other, of]) => claimOf(unit, of, { other, mask }));
}

/** Of a reinstallation the old release is the unit's own, too. */
function otherOwner({ before, after }: Outcome, action: ReleaseAction): string | undefined {
  if (before === undefined || after === undefined || isHook(after)) return undefined;
  const { release: name, namespace } = action.target;
  const owner = ownerOf(before);
  if (owner === undefined || isOwnedBy(before, { name, namespace })) return undefined;
  if (action.kind === 'reinstall' && isOwnedBy(before, action.old)) return undefined;
  return `${owner.namespace}/${owner.name}`;
}

const namesShown = 5;

function claimOf(
  unit: Unit,
  claimed: readonly Outcome[],
  { other, mask }: { readonly other: string | undefined; readonly mask: Mask },
): Remark {
  const objects = claimed.flatMap(({ after }) => after ?? []);
  const named = objects.slice(0, namesShown).map((each) => shownName(each, mask));
  const more = objects.length - named.length;
  const rest: Masked = more > 0 ? words` and ${more} more` : words``;
  const owner =
    other === undefined
      ? words`another Helm release, which may not be shown here`
      : words`the Helm release ${mask.text(other)}`;
  return {
    about: 'object-of-another-release',
    severity: 'block',
    unit: unit.id,
    objects: objects.map(identityOf),
    title: words`What another Helm release has is declared here too`,
    detail: words`\`${joined(named, ', ')}\`${rest} is part of ${owner}. Helm takes it over without a word: from the merge on both claim it, each upgrade takes it from the other, and what one of them uninstalls is gone for both.`,
    advice: words`Take it out of the other release first, or give it another name here.`,
    places: [],
    restsOn: { other: other ?? null, objects: objects.map(objectKey) },
  };
}
