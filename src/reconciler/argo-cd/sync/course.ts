/** The answers to a unit's attempts -> what becomes of each in the course of the sync (facts/reconcilers.md §1b, §12). */
import { identityOf, type Identity } from '../../../object/identity.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { words, type Masked } from '../../../object/masked.ts';
import type { Course, Said } from '../../attempt.ts';
import type { Unit } from '../../unit.ts';
import { argoUnit, type ArgoUnit } from '../application.ts';
import { hasSyncOption } from './annotations.ts';
import { isApprovedAhead, waitsToPrune } from './confirmation.ts';
import { isHook, phasesOf } from './hook.ts';
import { definedKind, kindKey } from './kinds.ts';
import { syncPolicyOf } from './policy.ts';
import { syncRefusal } from './sync-refusal.ts';
import { isOwnNamespace, syncStartOf, type IsOutOfSync } from './sync-start.ts';

export interface Comparing {
  /** Of an object that is declared and live: whether Argo CD's comparison tells the two apart. */
  readonly isOutOfSync: (said: Said) => boolean | Promise<boolean>;
  /** Why Argo CD would not even compare the Application, such as a destination that its project forbids. */
  readonly invalid?: Masked;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export async function courseOf(
  unit: Unit,
  said: readonly Said[],
  { invalid, isOutOfSync: compare, now }: Comparing,
): Promise<readonly Course[]> {
  if (invalid !== undefined) return said.map(() => ({ kind: 'refused', why: invalid }));
  const settings = argoUnit(unit);
  const compared = said.filter((each) => isComparable(settings, each));
  const differs = await Promise.all(compared.map(async (each) => await compare(each)));
  const differing = new Set(compared.filter((_, index) => differs[index]));
  const isOutOfSync: IsOutOfSync = (each) => differing.has(each);
  const start = syncStartOf(unit, said, isOutOfSync);
  switch (start.kind) {
    case 'none':
      return said.map(({ attempt }) => (attempt.kind === 'skip' ? asSaid : skipped(start.why)));
    case 'refused':
      return said.map(({ attempt }) => (attempt.kind === 'skip' ? asSaid : start));
    case 'full':
    case 'selective': {
      const why = syncRefusal(unit, said);
      if (why !== undefined)
        return said.map(({ attempt }) => (attempt.kind === 'skip' ? asSaid : { kind: 'refused', why }));
      const spared = said.map((each) => whySpared(unit, each, { start: start.kind, isOutOfSync }));
      return running(unit, said, { spared, now });
    }
  }
}

const asSaid: Course = { kind: 'as-said' };

function skipped(why: Masked): Course {
  return { kind: 'skipped', why };
}

/** What this sync does not touch although it runs. */
function whySpared(
  unit: Unit,
  said: Said,
  { start, isOutOfSync }: { readonly start: 'full' | 'selective'; readonly isOutOfSync: IsOutOfSync },
): Masked | undefined {
  const settings = argoUnit(unit);
  if (start === 'selective' && isHook(said.attempt.object)) return words`self-heal runs no hooks`;
  if (!isComparable(settings, said) || isOutOfSync(said)) return undefined;
  if (start === 'selective') return words`self-heal touches only what is out of sync`;
  return syncPolicyOf(settings).options.includes('ApplyOutOfSyncOnly=true')
    ? words`it is in sync, and ApplyOutOfSyncOnly leaves such objects alone`
    : undefined;
}

/** Declared and live, and in Argo CD's sight. */
function isComparable(settings: ArgoUnit, { attempt, live }: Said): boolean {
  if (live === undefined || attempt.kind === 'delete' || attempt.kind === 'skip') return false;
  return !isHook(attempt.object) && !isOwnNamespace(settings, attempt);
}

/** A sync that has started, step by step. */
function running(
  unit: Unit,
  said: readonly Said[],
  { spared, now }: { readonly spared: readonly (Masked | undefined)[]; readonly now: number },
): readonly Course[] {
  const taken = said.filter(({ attempt }, index) => spared[index] === undefined && attempt.kind !== 'skip');
  const invalid = taken.find((each) => invalidates(unit, each, said));
  const stop = invalid === undefined ? stopOf(unit, taken, now) : undefined;
  return said.map((each, index): Course => {
    const why = spared[index];
    if (why !== undefined) return skipped(why);
    if (each.attempt.kind === 'skip') return asSaid;
    if (invalid !== undefined) return invalidates(unit, each, said) ? asSaid : notReached(invalid);
    return inCourse(each, stop);
  });
}

function notReached({ attempt }: Said): Course {
  return { kind: 'not-reached', after: identityOf(attempt.object) };
}

/** What makes Argo CD end the whole sync before its first request, prunes included. */
function invalidates(unit: Unit, { attempt, prediction }: Said, said: readonly Said[]): boolean {
  if (attempt.kind === 'refuse') return attempt.ends === 'sync';
  if (prediction.kind === 'unread') return true;
  if (prediction.kind !== 'unserved') return false;
  const { options } = syncPolicyOf(argoUnit(unit));
  const skipsCheck = 'SkipDryRunOnMissingResource=true';
  if (options.includes(skipsCheck) || hasSyncOption(attempt.object, skipsCheck)) return false;
  return !said.some((other) => definesKindOf(other, attempt.object));
}

function definesKindOf({ attempt }: Said, object: KubeObject): boolean {
  return attempt.kind !== 'delete' && definedKind(attempt.object) === kindKey(object);
}

/** Where the sync comes to a halt. */
type Stop =
  | { readonly kind: 'failed'; readonly stage: number; readonly first: Identity; readonly inPrune: boolean }
  | { readonly kind: 'waiting'; readonly stage: number };

function stopOf(unit: Unit, taken: readonly Said[], now: number): Stop | undefined {
  const settings = argoUnit(unit);
  const isApproved = isApprovedAhead(settings, now);
  for (const stage of [...new Set(taken.map(({ attempt }) => attempt.stage))].sort((a, b) => a - b)) {
    const step = taken.filter(({ attempt }) => attempt.stage === stage && !runsOnFailure(attempt.object));
    const isAsked = step.some(
      // What does not live is no prune: nobody is asked for it.
      ({ attempt: { kind }, live }) =>
        kind === 'delete' && live !== undefined && !isApproved && waitsToPrune(settings, live),
    );
    if (isAsked) return { kind: 'waiting', stage };
    const failed = step.filter(isFailed);
    const prune = failed.find(({ attempt }) => attempt.kind === 'delete');
    const first = prune ?? failed[0];
    if (first !== undefined) {
      const { object } = first.attempt;
      return { kind: 'failed', stage, first: identityOf(object), inPrune: prune !== undefined };
    }
  }
  return undefined;
}

function isFailed({ attempt, prediction }: Said): boolean {
  return attempt.kind === 'refuse' || prediction.kind === 'failed' || prediction.kind === 'unserved';
}

function runsOnFailure(object: KubeObject): boolean {
  return isHook(object) && phasesOf(object)[0] === 'SyncFail';
}

const afterFailure = words`this hook runs only when the sync fails`;
const unconfirmed = words`the sync waits here until a person confirms the deletion (Prune=confirm)`;

function inCourse({ attempt }: Said, stop: Stop | undefined): Course {
  if (runsOnFailure(attempt.object)) return stop?.kind === 'failed' ? asSaid : skipped(afterFailure);
  if (stop === undefined || attempt.stage < stop.stage) return asSaid;
  if (stop.kind === 'waiting') return skipped(unconfirmed);
  // In a step all prunes are made, and all that is applied, whatever fails among them; but first the prunes.
  const isReached = attempt.stage === stop.stage && (attempt.kind === 'delete' || !stop.inPrune);
  return isReached ? asSaid : { kind: 'not-reached', after: stop.first };
}
