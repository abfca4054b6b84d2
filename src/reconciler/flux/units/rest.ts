/** The units that no Git of this side declares: live ones of this repository, and those of base that are not simply gone. */
import type { KubeObject } from '../../../object/kube-object.ts';
import type { Remark } from '../../declarations.ts';
import type { Unit } from '../../unit.ts';
import { fluxUnit } from '../flux-unit.ts';
import { candidateOf, keyOfUnit } from './candidate.ts';
import { liveCandidate } from './collect.ts';
import type { Collected } from './collect.ts';
import type { Control } from './control.ts';
import { fateOf } from './fate.ts';
import type { Head } from './fate.ts';
import { helmGroup, kustomizeGroup, unitKindOf } from './groups.ts';
import { leftBehind } from './leaving.ts';
import { unitOf } from './unit-of.ts';
import type { Made } from './unit-of.ts';

export interface Rest {
  readonly units: readonly Made[];
  readonly remarks: readonly Remark[];
  /** Units of base that are none at head. */
  readonly gone: readonly Unit[];
}

interface Found {
  readonly made?: Made;
  readonly remark?: Remark;
  readonly gone?: Unit;
}

export function restOf(collected: Collected, head: Head): Rest {
  const found = [
    ...collected.controls.flatMap((control) => liveOnes(collected, control, head)),
    ...(collected.declarations.side === 'head' ? unliveOnes(collected, head) : []),
  ];
  return {
    units: found.flatMap(({ made }) => made ?? []),
    remarks: found.flatMap(({ remark }) => remark ?? []),
    gone: found.flatMap(({ gone }) => gone ?? []),
  };
}

function liveOnes(collected: Collected, control: Control, head: Head): readonly Found[] {
  const { side } = collected.declarations;
  return [...(control.live ?? [])].flatMap(([key, object]): readonly Found[] => {
    if (collected.declared.has(key) || unitKindOf(object) === undefined) return [];
    const other = head.others.get(key);
    // What head newly declares is at base what it is in the cluster.
    const known =
      side === 'head' && other !== undefined && fluxUnit(other).declaredIn === 'git' ? other : undefined;
    if (known === undefined) return ownOne(collected, control, object);
    const fate = fateOf(known, head);
    if (fate.kind === 'goes') return [{ gone: known }];
    const made = unitOf(collected, { candidate: liveCandidate(control, object), rivals: [] });
    return [{ made, remark: leftBehind(known, fate.why) }];
  });
}

/** Never without a known origin: a cluster's units may be of any repository. */
function ownOne(collected: Collected, control: Control, object: KubeObject): readonly Found[] {
  if (collected.declarations.origin === undefined) return [];
  const made = unitOf(collected, { candidate: liveCandidate(control, object), rivals: [] });
  return made.flux.source.kind === 'own' ? [{ made }] : [];
}

/** Declared in base, and not in the cluster, or the cluster was not seen. */
function unliveOnes(collected: Collected, head: Head): readonly Found[] {
  const { controls, declared } = collected;
  return [...head.others].flatMap(([key, other]): readonly Found[] => {
    if (declared.has(key) || controls.some(({ live }) => live?.has(key) === true)) return [];
    const control = controls.find(({ cluster }) => cluster === other.home.cluster);
    if (control === undefined || control.live !== undefined) return [{ gone: other }];
    const fate = fateOf(other, head);
    if (fate.kind === 'goes') return [{ gone: other }];
    const candidate = candidateOf(
      { control, object: manifestOf(other), place: undefined, by: undefined, from: 'cluster' },
      '',
    );
    return [{ made: unitOf(collected, { candidate, rivals: [] }), remark: leftBehind(other, fate.why) }];
  });
}

function manifestOf(unit: Unit): KubeObject {
  const { kind, declared } = fluxUnit(unit);
  const { namespace, name, labels, annotations, finalizers, spec } = declared;
  const metadata = { namespace, name, labels, annotations, finalizers };
  const group = kind === 'Kustomization' ? `${kustomizeGroup}/v1` : `${helmGroup}/v2`;
  return { apiVersion: group, kind, metadata, spec };
}

export function othersIn({ declarations }: Collected): ReadonlyMap<string, Unit> {
  const own = (declarations.others ?? []).filter(({ reconciler }) => reconciler === 'flux');
  return new Map(own.map((unit) => [keyOfUnit(unit), unit]));
}
