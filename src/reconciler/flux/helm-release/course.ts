/** The answers to the attempts of a HelmRelease -> what becomes of each in the course of Helm's run (facts/reconcilers.md §4b, §4c). */
import { identityOf, type Identity } from '../../../object/identity.ts';
import { words, type Masked } from '../../../object/masked.ts';
import type { Course, Said } from '../../attempt.ts';
import type { ReleaseAction } from './release-action.ts';
import { stages } from './stages.ts';

export const asSaid: Course = { kind: 'as-said' };

/** Deletions do not wait for each other. */
export function goneCourse(said: readonly Said[]): readonly Course[] {
  return said.map(({ attempt }) =>
    attempt.kind === 'delete' || attempt.kind === 'skip' ? asSaid : { kind: 'skipped', why: goes },
  );
}

const goes = words`its HelmRelease is deleted, which makes nothing`;

/** Nothing of it is sent. */
export function leftAlone(said: readonly Said[], why: Masked): readonly Course[] {
  return said.map(({ attempt }) => (attempt.kind === 'skip' ? asSaid : { kind: 'skipped', why }));
}

/** One for each, in the same order. */
export function runCourse(said: readonly Said[], action: ReleaseAction): readonly Course[] {
  const run: Run = { action, creates: createsAll(said, action), stop: undefined };
  const invalid = said.find((each) => isInvalid(each, action));
  const courses = new Map<Said, Course>();
  for (const each of said.toSorted((a, b) => a.attempt.stage - b.attempt.stage)) {
    const isNever = invalid !== undefined && each.attempt.stage >= stages.namespace;
    courses.set(each, isNever ? neverBegun(each, invalid, action) : step(each, run));
  }
  return said.map((each) => courses.get(each) ?? asSaid);
}

interface Run {
  readonly action: ReleaseAction;
  /** Nothing of an installation lives yet: Helm then makes all of it, whatever fails among it. */
  readonly creates: boolean;
  /** What comes behind this stage is not sent any more. */
  stop: { readonly stage: number; readonly first: Identity } | undefined;
}

function neverBegun(said: Said, invalid: Said, action: ReleaseAction): Course {
  if (said.attempt.kind === 'skip' || isInvalid(said, action)) return asSaid;
  return { kind: 'not-reached', after: identityOf(invalid.attempt.object) };
}

function step(said: Said, run: Run): Course {
  const { attempt } = said;
  if (attempt.kind === 'skip') return asSaid;
  const { stop } = run;
  if (stop !== undefined && attempt.stage > stop.stage) return { kind: 'not-reached', after: stop.first };
  if (!isFailed(said) || isForgiven(said, run)) return asSaid;
  const first = identityOf(attempt.object);
  // Behind the stage before its own comes all that is left of its own.
  if (endsAtOnce(said, run)) run.stop = { stage: attempt.stage - 1, first };
  else run.stop ??= { stage: attempt.stage, first };
  return asSaid;
}

function createsAll(said: readonly Said[], { kind }: ReleaseAction): boolean {
  if (kind === 'upgrade') return false;
  return said.every(
    ({ attempt, live }) =>
      attempt.stage !== stages.release || live === undefined || attempt.kind === 'recreate',
  );
}

/** Helm looks up the kind of each object of the release, and what it adopts, before its first request. */
function isInvalid({ attempt, prediction }: Said, { kind }: ReleaseAction): boolean {
  if (attempt.stage !== stages.release) return false;
  if (prediction.kind === 'unread') return kind !== 'upgrade';
  return (attempt.kind === 'refuse' && attempt.ends === 'sync') || prediction.kind === 'unserved';
}

const failures: readonly Said['prediction']['kind'][] = ['failed', 'unserved', 'unread'];

function isFailed({ attempt, prediction }: Said): boolean {
  return attempt.kind === 'refuse' || failures.includes(prediction.kind);
}

/** Helm 3 only notes what it could not delete. */
function isForgiven({ attempt }: Said, { action }: Run): boolean {
  return attempt.stage === stages.prune && action.major === 3;
}

/** An update that fails is only noted until all others are made; whatever else fails ends the run there. */
function endsAtOnce({ attempt, live, prediction }: Said, { creates }: Run): boolean {
  switch (attempt.stage) {
    case stages.release:
      return !creates && (live === undefined || prediction.kind === 'unread');
    case stages.uninstall:
    case stages.prune:
      return false;
    default:
      return true;
  }
}
