/** The units that no Git of this side declares: live ones of this repository, and those of base that are not simply gone. */
import type { Remark } from '../../declarations.ts';
import type { Unit } from '../../unit.ts';
import { keyOfUnit } from './candidate.ts';
import { liveCandidate } from './collect.ts';
import type { Collected } from './collect.ts';
import type { Control } from './control.ts';
import { unitKindOf } from './groups.ts';
import { unitOf } from './unit-of.ts';
import type { Made } from './unit-of.ts';

export interface Rest {
  readonly units: readonly Made[];
  readonly remarks: readonly Remark[];
  /** Units of base that are none at head. */
  readonly gone: readonly Unit[];
}

export function restOf(collected: Collected, _declared: readonly Made[]): Rest {
  const { declarations, controls } = collected;
  const others = new Map(
    (declarations.others ?? [])
      .filter(({ reconciler }) => reconciler === 'flux')
      .map((unit) => [keyOfUnit(unit), unit]),
  );
  const live = controls.flatMap((control) => liveOnes(collected, control));
  const head = declarations.side === 'head';
  return {
    units: live.filter(({ candidate }) => !head || !others.has(candidate.key)),
    remarks: [],
    gone: [],
  };
}

/** Never without a known origin: a cluster's units may be of any repository. */
function liveOnes(collected: Collected, control: Control): readonly Made[] {
  if (collected.declarations.origin === undefined) return [];
  return [...(control.live ?? [])].flatMap(([key, object]) => {
    if (collected.declared.has(key) || unitKindOf(object) === undefined) return [];
    const made = unitOf(collected, { candidate: liveCandidate(control, object), rivals: [] });
    return made.flux.source.kind === 'own' ? [made] : [];
  });
}
