/** Units of head, the same of base, and what is known of their home -> what a reviewer must know of their declarations. */
import { joined, words } from '../../../object/masked.ts';
import type { Mask } from '../../../object/masked.ts';
import type { Place } from '../../../object/place.ts';
import type { Remark } from '../../declarations.ts';
import type { Unit } from '../../unit.ts';
import { fluxUnit } from '../flux-unit.ts';
import type { FluxUnit } from '../flux-unit.ts';
import type { Collected } from './collect.ts';
import { dependencyRemarks } from './dependencies.ts';
import { driftOf } from './drift.ts';
import { failingSources } from './failing-source.ts';
import { policyChanges } from './policy-change.ts';
import { kindOf, remark } from './remark.ts';
import { sourceRemarks } from './source-remarks.ts';
import { suspensions } from './suspension.ts';
import type { Made } from './unit-of.ts';
import { notWatched } from './watched.ts';

export interface Around {
  readonly collected: Collected;
  /** Base's units that head declares not at all, or otherwise, by key. */
  readonly others: ReadonlyMap<string, Unit>;
}

/** A unit of head, and the same of base: undefined where it is new, itself where nothing changes. */
export interface Change {
  readonly made: Made;
  readonly unit: Unit;
  readonly before: FluxUnit | undefined;
  readonly after: FluxUnit;
  readonly mask: Mask;
}

export function remarksOn(all: readonly Made[], { collected, others }: Around): readonly Remark[] {
  const { mask, origin } = collected.declarations;
  const dependent = dependencyRemarks(all, { collected, others });
  return all.flatMap((made) => {
    const { unit, flux, candidate } = made;
    const base = others.get(candidate.key);
    const before = base === undefined ? undefined : fluxUnit(base);
    const change: Change = { made, unit, before, after: flux, mask };
    return [
      ...declaredTwice(made, mask),
      ...driftOf(change, origin),
      ...suspensions(change),
      ...sourceRemarks(change),
      ...failingSources(collected, change),
      ...policyChanges(change),
      ...notWatched(change),
      ...(dependent.get(unit.id) ?? []),
    ];
  });
}

function declaredTwice({ unit, flux, rivals, candidate }: Made, mask: Mask): readonly Remark[] {
  if (rivals.length === 0) return [];
  const places = [...rivals.map(({ place }) => place), unit.declaration.place];
  const named = joined(
    rivals.map(({ by, place }) => mask.text(by?.id ?? place?.file ?? '-')),
    ', ',
  );
  const kind = kindOf(flux);
  const isFought = candidate.from === 'flux';
  return [
    {
      ...remark(unit, {
        about: 'declared-twice',
        severity: isFought ? 'warn' : 'info',
        title: words`Two declarations of one ${kind}`,
        detail: isFought
          ? words`A ${kind} of this name and namespace is declared elsewhere too (${named}). Both are applied to the same object, again and again: the last one wins until the other is applied next.`
          : words`A ${kind} of this name and namespace is declared elsewhere too, with another spec (${named}). Nothing in Git says which of them this Flux has: the one that is shown is the one most like the live one.`,
        advice: words`Give one of them another name, or remove it.`,
        restsOn: rivals.map(({ object }) => object),
      }),
      places: places.filter((place): place is Place => place !== undefined),
    },
  ];
}
