/** One unit's answers -> its comparisons, in apply order, then what head drops; and what they could not show. */
import type { Answer } from '../live/answer.ts';
import type { MergeKeys } from '../live/merge-keys.ts';
import type { Gap } from '../object/gap.ts';
import { identityKey, identityOf, objectKey } from '../object/identity.ts';
import type { Declared, KubeObject } from '../object/kube-object.ts';
import { learnSecrets } from '../object/learn-secrets.ts';
import type { Mask } from '../object/masked.ts';
import type { Pruning } from '../reconciler/attempt.ts';
import type { Applied, Inventory } from '../reconciler/unit-record.ts';
import type { Unit } from '../reconciler/unit.ts';
import type { LastApply, Unmoved } from './causes.ts';
import { lastAppliedIn, recordedIn } from './last-applied.ts';
import type { Comparison } from './change.ts';
import { byStructure, compared, dropped, undisclosed, unpredicted } from './comparison.ts';
import { claimsOf, notDisclosed } from './disclosure.ts';
import type { Claims } from './disclosure.ts';
import { listTypesBy } from './list-type.ts';
import type { ListTypes } from './list-type.ts';
import { rolloutFieldsIn } from './rollout-fields.ts';
import type { Subject } from './subject.ts';
import { withheld } from './withheld.ts';
import { verdictOf, verdictOfDropped } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** An object that head no longer declares. */
export interface Dropped {
  /** As base declared it. */
  readonly declared: Declared;
  readonly pruning: Pruning;
  /** `unsynced` where an apply of base would do the same with it. */
  readonly cause?: 'pull-request' | 'unsynced';
  /** To a delete attempt where it is pruned, else to a skip: its live object is asked for in any case. */
  readonly answer: Answer;
}

export interface UnitAnswers {
  readonly unit: Unit;
  /** In apply order. */
  readonly head: readonly Answer[];
  /** Answers to base's attempts, only for objects whose manifests differ, by identity key. */
  readonly base: ReadonlyMap<string, Answer>;
  readonly dropped: readonly Dropped[];
  readonly declared: { readonly base: readonly Declared[]; readonly head: readonly Declared[] };
  readonly applied: Applied;
  /** What the last sync rendered, where that was asked for; it counts where an object has no annotation. */
  readonly lastSynced?: readonly KubeObject[] | undefined;
  /** What base would render, had nothing moved of what is fetched for it; undefined where nothing did. */
  readonly unmoved?: readonly KubeObject[] | undefined;
  readonly inventory: Inventory;
  /** Whether the operator opened a namespace to this repository; empty stands for what has none. */
  readonly maySee: (namespace: string) => boolean;
  readonly mergeKeys: MergeKeys;
  readonly mask: Mask;
}

export interface Compared {
  readonly comparisons: readonly Comparison[];
  /** Of the answers, and one `not-disclosed` for each object without a claim. */
  readonly gaps: readonly Gap[];
}

function byIdentity(declared: readonly Declared[]): ReadonlyMap<string, Declared> {
  return new Map(declared.map((one) => [objectKey(one.object), one]));
}

function objectsIn(answer: Answer): readonly KubeObject[] {
  const { live, prediction } = answer;
  return [
    ...(live.kind === 'found' ? [live.object] : []),
    ...(prediction.kind === 'object' || prediction.kind === 'recreated' ? [prediction.object] : []),
    ...(answer.structural ? [answer.structural] : []),
  ];
}

/** Before anything is shown: what one object keeps secret may stand in the text of another. */
function learnAll(answers: UnitAnswers, claims: Claims): void {
  const all = [...answers.head, ...answers.base.values(), ...answers.dropped.map((one) => one.answer)].filter(
    // What is not shown must not decide what is hidden (live/session.ts).
    ({ attempt, live }) => live.kind === 'absent' || claims(identityOf(attempt.object)).disclosed,
  );
  learnSecrets(answers.mask, all.flatMap(objectsIn));
  const { base, head } = answers.declared;
  learnSecrets(
    answers.mask,
    [...base, ...head].map((one) => one.object),
  );
  if (answers.applied.kind === 'objects') learnSecrets(answers.mask, answers.applied.objects);
  learnSecrets(answers.mask, [...(answers.lastSynced ?? []), ...(answers.unmoved ?? [])]);
}

type LastApplies = (key: string, live: Answer['live']) => LastApply;

function byKey(objects: readonly KubeObject[], from: 'objects' | 'last-sync'): (key: string) => LastApply {
  const known = new Map(objects.map((object) => [objectKey(object), object]));
  return (key) => ({ kind: 'object', object: known.get(key), from });
}

function ownRecords(applied: Applied): LastApplies {
  switch (applied.kind) {
    case 'managed-fields':
      return () => ({ kind: 'manager', manager: applied.manager });
    case 'annotation':
      return (_key, live) => lastAppliedIn(live);
    case 'annotation-or-managed-fields':
      return (_key, live) => recordedIn(live, applied.manager);
    case 'objects':
      return byKey(applied.objects, 'objects');
    case 'gap':
      return () => ({ kind: 'unknown' });
  }
}

/** What was applied to this very object comes before what a sync of all rendered; who owns a field says less than both. */
function lastApplies({ applied, lastSynced }: Pick<UnitAnswers, 'applied' | 'lastSynced'>): LastApplies {
  const own = ownRecords(applied);
  if (lastSynced === undefined) return own;
  const rendered = byKey(lastSynced, 'last-sync');
  return (key, live) => {
    const record = own(key, live);
    return record.kind === 'object' ? record : rendered(key);
  };
}

function unmovedBy(objects: readonly KubeObject[] | undefined): (key: string) => Unmoved | undefined {
  if (objects === undefined) return () => undefined;
  const known = new Map(objects.map((object) => [objectKey(object), object]));
  return (key) => ({ object: known.get(key) });
}

interface Known {
  readonly answers: UnitAnswers;
  readonly base: ReadonlyMap<string, Declared>;
  readonly head: ReadonlyMap<string, Declared>;
  readonly claims: Claims;
  readonly listTypes: ListTypes;
  readonly lastApply: LastApplies;
  readonly unmoved: ReturnType<typeof unmovedBy>;
  readonly rolloutFields: ReturnType<typeof rolloutFieldsIn>;
}

function subjectOf(known: Known, answer: Answer, order: number): Subject {
  const identity = identityOf(answer.attempt.object);
  const key = identityKey(identity);
  const { unit, mask, base } = known.answers;
  return {
    unit: unit.id,
    identity,
    order,
    mask,
    listTypes: known.listTypes,
    claim: known.claims(identity),
    lastApply: known.lastApply(key, answer.live),
    unmoved: known.unmoved(key),
    rolloutFields: known.rolloutFields(identity),
    answer,
    baseAnswer: base.get(key),
    base: known.base.get(key),
    head: known.head.get(key) ?? { object: answer.attempt.object, origin: undefined },
  };
}

/** A dry run returns the live object merged with the manifest, so it may be shown only where live may. */
function mayShow(subject: Subject): boolean {
  return subject.claim.disclosed || subject.answer.live.kind === 'absent';
}

function comparisonOf(subject: Subject, verdict: Verdict): Comparison {
  if (verdict.action === 'skipped') return unpredicted(subject, verdict);
  if (!mayShow(subject)) return undisclosed(subject, verdict);
  if (verdict.action === 'gap') return byStructure(subject, verdict);
  if (verdict.action === 'refused' || verdict.action === 'conflict' || verdict.action === 'not-reached') {
    return unpredicted(subject, verdict);
  }
  return compared(subject, verdict);
}

function gapsOf(subject: Subject, { action, gap }: Verdict): readonly Gap[] {
  const { unit, identity, answer } = subject;
  const own = gap === undefined ? [] : [gap];
  if (mayShow(subject)) {
    return answer.pod?.prediction.kind === 'gap' ? [...own, answer.pod.prediction.gap] : own;
  }
  return gap === undefined && action !== 'skipped' ? [notDisclosed(unit, identity)] : own;
}

function declaredIn({ declared: { base, head } }: UnitAnswers): readonly KubeObject[] {
  return [...base, ...head].map(({ object }) => object);
}

export function compare(answers: UnitAnswers): Compared {
  const base = byIdentity(answers.declared.base);
  const { inventory, maySee } = answers;
  const claims = claimsOf({ inventory, atBase: new Set(base.keys()), maySee });
  learnAll(answers, claims);
  const known: Known = {
    answers,
    base,
    head: byIdentity(answers.declared.head),
    claims,
    listTypes: listTypesBy(answers.mergeKeys),
    lastApply: lastApplies(answers),
    unmoved: unmovedBy(answers.unmoved),
    rolloutFields: rolloutFieldsIn(declaredIn(answers)),
  };
  const comparisons: Comparison[] = [];
  const gaps: Gap[] = [];
  for (const [order, answer] of answers.head.entries()) {
    const subject = subjectOf(known, answer, order);
    const said = verdictOf(answer, subject.claim, answers.mask);
    const verdict = mayShow(subject) ? said : withheld(said, subject);
    gaps.push(...gapsOf(subject, verdict));
    comparisons.push(comparisonOf(subject, verdict));
  }
  for (const [index, { declared, pruning, answer, cause = 'pull-request' }] of answers.dropped.entries()) {
    const subject = {
      ...subjectOf(known, answer, answers.head.length + index),
      base: declared,
      head: undefined,
    };
    const verdict = verdictOfDropped(answer, pruning, answers.mask);
    if (verdict.gap) gaps.push(verdict.gap);
    comparisons.push(dropped(subject, verdict, cause));
  }
  return { comparisons, gaps };
}
