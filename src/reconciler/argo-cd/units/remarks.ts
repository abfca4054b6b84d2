/** Units of head, and what is known of base and of the home cluster -> what a reviewer must know of their declarations. */
import { canonicalJson } from '../../../object/canonical.ts';
import { isJsonArray, isJsonObject } from '../../../object/json.ts';
import type { Json, JsonObject } from '../../../object/json.ts';
import type { Mask, Masked } from '../../../object/masked.ts';
import { joined, words } from '../../../object/masked.ts';
import type { Place } from '../../../object/place.ts';
import type { Origin } from '../../../source/origin.ts';
import type { Remark } from '../../declarations.ts';
import type { Unit } from '../../unit.ts';
import { argoUnit } from '../application.ts';
import type { ArgoUnit } from '../application.ts';
import { normalizedSpec } from '../application-set/normalized-spec.ts';
import type { Settled } from './declarer.ts';
import { differingFields } from '../../../object/differing-fields.ts';
import { revisionVariable } from './environment.ts';
import { objectAt } from '../../../object/fields.ts';
import { chosenSources, isOwn } from './chosen.ts';
import { pointsHere } from './points-here.ts';
import { group } from './reads.ts';
import type { Made } from './unit-of.ts';

type Said = Pick<Remark, 'about' | 'severity' | 'title' | 'detail' | 'advice'> & { readonly restsOn: Json };

/** On the Application itself, where it is declared. */
export function remark(unit: Unit, said: Said): Remark {
  const { namespace, name } = argoUnit(unit).application;
  const { place } = unit.declaration;
  const places = place === undefined ? [] : [place];
  return { unit: unit.id, objects: [{ group, kind: 'Application', namespace, name }], places, ...said };
}

export interface Before {
  /** Undefined where it is new, or the same as at head. */
  readonly base: Unit | undefined;
  readonly origin: Origin | undefined;
  readonly mask: Mask;
}

const untilApplied = words`Until something applies the declaration, its syncs follow the live one.`;
const stays = words`Git never stated that, so it stays when the declaration is applied again, and its syncs follow it.`;

/** Live and Git differ before anything is merged. */
export function driftOf({ unit, argo, candidate }: Made, before: Before): readonly Remark[] {
  const { base, origin, mask } = before;
  if (argo.live === null || argo.declaredIn === 'cluster') return [];
  const declared = base === undefined ? argo.application.spec : argoUnit(base).application.spec;
  const { live, manifest } = candidate;
  const kept = differingFields(objectAt(manifest, 'spec'), argo.application.spec);
  const lost = differingFields(normalizedSpec(declared), normalizedSpec(argo.live.spec));
  const fields = [...new Set([...lost, ...kept])].sort();
  if (fields.length === 0) return [];
  // Anybody can declare its name; what another repository's holds is not told.
  const isTold = origin === undefined || (live !== undefined && pointsHere(live, origin));
  const named = isTold
    ? joined(
        fields.map((field) => mask.text(field)),
        ', ',
      )
    : words`fields that are not shown, since its source is another repository`;
  return [
    remark(unit, {
      about: 'application-drift',
      severity: 'warn',
      title: words`The live Application differs from Git`,
      detail: words`In the home cluster its spec differs from what base declares in ${named}. ${lost.length === 0 ? stays : untilApplied}`,
      advice: words`Take the difference into Git, or let what applies this declaration put it back before the merge.`,
      restsOn: { fields, live: argo.live.spec },
    }),
  ];
}

export function leftBehind(unit: Unit, why: Masked): Remark {
  return remark(unit, {
    about: 'application-left-behind',
    severity: 'warn',
    title: words`The Application is not declared any more, and stays`,
    detail: words`Nothing deletes it: ${why}. It goes on syncing whatever its source holds.`,
    advice: words`Delete it by hand where it shall go, or let what declared it prune.`,
    restsOn: { stays: unit.id },
  });
}

export function renamed(unit: Unit, before: Unit, mask: Mask): Remark {
  const old = argoUnit(before).application;
  return remark(unit, {
    about: 'application-renamed',
    severity: 'warn',
    title: words`An Application is renamed`,
    detail: words`It has the source and the destination of ${mask.text(old.name)}, which goes: Argo CD sees two Applications. What the old one manages is deleted with it where it has a finalizer, and is taken over by the new one otherwise.`,
    advice: words`Sync the new one before the old one goes, and take the finalizer off the old one if nothing shall be deleted.`,
    restsOn: { before: before.id, after: unit.id },
  });
}

export function declaredTwice({ unit }: Made, { rivals, fought }: Settled, mask: Mask): Remark {
  const places = [...rivals.map(({ place }) => place), unit.declaration.place];
  const named = joined(
    rivals.map(({ by, generatedBy, place }) => mask.text(generatedBy ?? by?.id ?? place?.file ?? '-')),
    ', ',
  );
  return {
    ...remark(unit, {
      about: 'application-declared-twice',
      severity: fought ? 'warn' : 'info',
      title: words`Two declarations of one Application`,
      detail: fought
        ? words`An Application of this name and namespace is declared elsewhere too (${named}). Both write the same object, and the last one that syncs wins.`
        : words`An Application of this name and namespace is declared elsewhere too, with another spec (${named}). Nothing in Git says which of them this Argo CD has: the one that is shown is the one most like the live one.`,
      advice: fought
        ? words`Give one of them another name, or remove it.`
        : words`Declare the Application that applies them, so that it is known which of them go where.`,
      restsOn: rivals.map(({ manifest }) => manifest),
    }),
    places: places.filter((place): place is Place => place !== undefined),
  };
}

/** Its tag or commit changes: what is there was not merged here. */
export function otherRevision({ unit, argo }: Made, base: Unit | undefined, mask: Mask): readonly Remark[] {
  if (argo.moves || base === undefined) return [];
  const before = ownRevisions(argoUnit(base));
  const after = ownRevisions(argo);
  if (after.length === 0 || canonicalJson(before) === canonicalJson(after)) return [];
  return [
    remark(unit, {
      about: 'revision-not-in-review',
      severity: 'warn',
      title: words`The Application changes to another revision of this repository`,
      detail: words`Its source becomes ${mask.text(after.join(', '))}, which this merge does not move. This review shows the tree of the pull request instead of what is there.`,
      advice: words`Compare the two revisions themselves.`,
      restsOn: { before, after },
    }),
  ];
}

function ownRevisions(argo: ArgoUnit): readonly string[] {
  const own = chosenSources(argo).list.filter((source) => isOwn(argo, source));
  return own.map(({ targetRevision }) => targetRevision || 'HEAD');
}

/** Such a field changes with every commit, and what it holds after the merge is not known before. */
export function revisionEmbedded({ unit, argo }: Made): readonly Remark[] {
  const sources = chosenSources(argo).list;
  if (!sources.some(({ raw }) => mentions(raw))) return [];
  return [
    remark(unit, {
      about: 'revision-embedded',
      severity: 'info',
      title: words`The render holds the commit that is synced`,
      detail: words`Zeros stand here for the commit, which is not known before the merge. Every commit of the repository changes these fields.`,
      advice: words`Nothing is to be done where each commit is meant to roll out.`,
      restsOn: { sources: sources.map(({ raw }) => raw) },
    }),
  ];
}

function mentions(value: Json | JsonObject): boolean {
  if (typeof value === 'string') return revisionVariable.test(value);
  if (isJsonArray(value)) return value.some(mentions);
  return isJsonObject(value) && Object.values(value).some(mentions);
}
