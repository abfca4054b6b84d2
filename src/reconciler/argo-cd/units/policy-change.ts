/** An Application of head, and the same of base -> that it takes its content from elsewhere, or that syncs now run, delete and heal by themselves. */
import { joined, words } from '../../../object/masked.ts';
import type { Mask, Masked } from '../../../object/masked.ts';
import type { Remark } from '../../declarations.ts';
import type { Unit } from '../../unit.ts';
import { argoUnit } from '../application.ts';
import type { ArgoUnit } from '../application.ts';
import { syncPolicyOf } from '../sync/policy.ts';
import type { Automated } from '../sync/policy.ts';
import { chosenSources, isOwn } from './chosen.ts';
import { remark } from './remarks.ts';
import type { Source } from './sources.ts';
import type { Made } from './unit-of.ts';

export function policyChanges({ unit, argo }: Made, base: Unit | undefined, mask: Mask): readonly Remark[] {
  if (base === undefined) return [];
  const before = argoUnit(base);
  return [...switchedOn(unit, before, argo), ...movedSource(unit, { before, after: argo }, mask)];
}

const each: Readonly<Record<'automated' | 'prune' | 'selfHeal', Masked>> = {
  automated: words`Argo CD applies every commit that its source comes to, without a person`,
  prune: words`what leaves Git is deleted from the cluster`,
  selfHeal: words`what somebody changes in the cluster is set back within seconds`,
};

function switchedOn(unit: Unit, before: ArgoUnit, after: ArgoUnit): readonly Remark[] {
  const [was, is] = [syncPolicyOf(before).automated, syncPolicyOf(after).automated];
  const gained = gainedIn(was, is);
  if (is === undefined || gained.length === 0) return [];
  const title =
    was === undefined ? words`Automated sync is switched on` : words`Automated sync may do more by itself`;
  return [
    remark(unit, {
      about: 'automation-switched-on',
      severity: 'warn',
      title,
      detail: words`From the merge on ${joined(gained, '; ')}. The first such sync brings everything that waits now.`,
      advice: words`Look at what is out of sync now: it is applied at once.`,
      restsOn: { before: was === undefined ? null : { ...was }, after: { ...is } },
    }),
  ];
}

function gainedIn(was: Automated | undefined, is: Automated | undefined): readonly Masked[] {
  if (is === undefined) return [];
  const more = (['prune', 'selfHeal'] as const).filter((key) => is[key] && was?.[key] !== true);
  return [...(was === undefined ? (['automated'] as const) : []), ...more].map((key) => each[key]);
}

interface Sides {
  readonly before: ArgoUnit;
  readonly after: ArgoUnit;
}

/** Of this repository both contents are rendered, and compared object by object. */
function movedSource(unit: Unit, { before, after }: Sides, mask: Mask): readonly Remark[] {
  const [was, is] = [placesOf(before), placesOf(after)];
  if (was.join('\n') === is.join('\n') || isSeen(before, after)) return [];
  const shown = (places: readonly string[]): Masked =>
    joined(
      places.map((place) => mask.text(place)),
      ', ',
    );
  const prunes = syncPolicyOf(after).automated?.prune === true;
  const rest = prunes
    ? words`Automated prune is on: what only the old one declares is deleted.`
    : words`What only the old one declares stays until somebody prunes it.`;
  return [
    remark(unit, {
      about: 'source-moved',
      severity: 'warn',
      title: words`The Application takes its whole content from elsewhere`,
      detail: words`From ${shown(was)} to ${shown(is)}. ${rest}`,
      advice: words`Compare what the two render to: this review cannot see both.`,
      restsOn: { before: was, after: is },
    }),
  ];
}

function isSeen(before: ArgoUnit, after: ArgoUnit): boolean {
  return [before, after].every((side) => chosenSources(side).list.every((source) => isOwn(side, source)));
}

/** Without versions: of these a new one is the same content later. */
function placesOf(argo: ArgoUnit): readonly string[] {
  return chosenSources(argo).list.map(placeOf);
}

function placeOf({ repoURL, path, chart }: Source): string {
  const inside = chart === '' ? path : chart;
  return inside === '' ? repoURL : `\`${inside}\` of ${repoURL}`;
}
