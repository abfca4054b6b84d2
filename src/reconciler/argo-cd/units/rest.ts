/** The units that no Git of this side declares: live ones of this repository, and those of base that are not simply gone. */
import type { KubeObject } from '../../../object/kube-object.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import type { Declarations, Remark } from '../../declarations.ts';
import type { Unit } from '../../unit.ts';
import { argoUnit } from '../application.ts';
import { ownerOf } from '../application-set/owner.ts';
import { keyOf } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import type { Collected } from './collect.ts';
import type { Control } from './control.ts';
import { fateOf } from './fate.ts';
import type { Head } from './fate.ts';
import { pointsHere } from './points-here.ts';
import { leftBehind } from './remarks.ts';

export interface Rest {
  /** That no Git of this side declares. */
  readonly candidates: readonly Candidate[];
  readonly remarks: readonly Remark[];
  /** Units of base that are none at head. */
  readonly gone: readonly Unit[];
}

/** Units of the other side that this one declares not at all, or otherwise, by key. */
type Others = ReadonlyMap<string, Unit>;

export function restOf(declarations: Declarations, head: Head, others: Others): Rest {
  const isHead = declarations.side === 'head';
  const found = [...liveOnes(declarations, head, others), ...(isHead ? unliveOnes(head, others) : [])];
  return {
    candidates: found.flatMap(({ candidate }) => candidate ?? []),
    remarks: found.flatMap(({ remark }) => remark ?? []),
    gone: found.flatMap(({ gone }) => gone ?? []),
  };
}

interface Found {
  readonly candidate?: Candidate;
  readonly remark?: Remark;
  readonly gone?: Unit;
}

function liveOnes(declarations: Declarations, head: Head, others: Others): readonly Found[] {
  const { collected } = head;
  return [...collected.live].flatMap(([key, live]): readonly Found[] => {
    if (collected.declared.has(key)) return [];
    const other = others.get(key);
    const known = other !== undefined && wasDeclared(other) ? other : undefined;
    // That head declares its name makes no other repository's Application one of base's.
    const isOfBase = known !== undefined && declarations.side === 'head';
    if (!isOfBase && !pointsHere(live, declarations.origin)) return [];
    const candidate = liveCandidate(key, live, collected);
    const left = candidate === undefined ? {} : { candidate };
    return [known === undefined || declarations.side === 'base' ? left : fated(known, left, head)];
  });
}

function fated(known: Unit, left: Found, head: Head): Found {
  const fate = fateOf(known, head);
  return fate.kind === 'goes' ? { gone: known } : { ...left, remark: leftBehind(known, fate.why) };
}

/** Declared in base, and not in the cluster, or the cluster was not seen. */
function unliveOnes(head: Head, others: Others): readonly Found[] {
  const { collected } = head;
  return [...others].flatMap(([key, other]): readonly Found[] => {
    if (collected.declared.has(key) || collected.live.has(key)) return [];
    const control = collected.controls.find(({ cluster }) => cluster === other.home.cluster);
    const fate = control?.applications === undefined ? fateOf(other, head) : { kind: 'goes' as const };
    if (fate.kind === 'goes' || control === undefined) return [{ gone: other }];
    return [{ candidate: keptCandidate(key, other, control), remark: leftBehind(other, fate.why) }];
  });
}

/** By Git, or by a set that may be nowhere but in the cluster. */
function wasDeclared(unit: Unit): boolean {
  const { declaredIn, application } = argoUnit(unit);
  return declaredIn === 'git' || application.generatedBy !== null;
}

/** Undefined where no Argo CD that is known holds it. */
function liveCandidate(key: string, live: KubeObject, { controls }: Collected): Candidate | undefined {
  const namespace = namespaceOf(live);
  const control = controls.find(({ cluster }) => keyOf(cluster, namespace, live.metadata.name) === key);
  if (control === undefined) return undefined;
  const owner = ownerOf(live);
  return {
    key,
    control,
    namespace,
    live,
    manifest: live,
    place: undefined,
    by: undefined,
    generatedBy: owner?.kind === 'ApplicationSet' ? `${namespace}/${owner.name}` : undefined,
    rolling: null,
    declaredIn: 'cluster',
  };
}

function keptCandidate(key: string, other: Unit, control: Control): Candidate {
  const { application, rolling } = argoUnit(other);
  const { namespace, name, labels, annotations, finalizers, spec, generatedBy } = application;
  const metadata = { name, namespace, labels, annotations, finalizers };
  return {
    key,
    control,
    namespace,
    rolling,
    manifest: { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata, spec },
    place: undefined,
    by: undefined,
    generatedBy: generatedBy ?? undefined,
    declaredIn: 'cluster',
    live: undefined,
  };
}
