/** The answers to a unit's attempts -> what becomes of each in the course of the apply (facts/reconcilers.md §3b, §3c). */
import { identityOf, type Identity } from '../../../../object/identity.ts';
import { words, type Mask, type Masked } from '../../../../object/masked.ts';
import type { Course, Said } from '../../../attempt.ts';
import type { Situation } from '../../../contract.ts';
import type { Unit } from '../../../unit.ts';
import { kustomizationUnit } from '../../flux-unit.ts';
import { hasDrifted, wouldChange } from './drift.ts';
import { brokenAmong } from './broken.ts';
import { neverStarts } from './never-starts.ts';

export function courseOf(
  unit: Unit,
  said: readonly Said[],
  { gone, unrendered = [], mask }: Situation & { readonly mask: Mask },
): readonly Course[] {
  // A deletion goes through all of its inventory, whatever fails of it.
  if (gone) return said.map(() => asSaid);
  const never = neverStarts(kustomizationUnit(unit), { mask, broken: brokenAmong(unit, unrendered) });
  if (never !== undefined) return said.map(({ attempt }) => (attempt.kind === 'skip' ? asSaid : never));
  const stop = stopOf(said);
  return said.map((each) => inCourse(each, stop));
}

const asSaid: Course = { kind: 'as-said' };

interface Stop {
  readonly stage: number;
  readonly failed: readonly Said[];
  readonly first: Identity;
}

/** Where the controller itself refuses, nothing is sent at all. */
function stopOf(said: readonly Said[]): Stop | undefined {
  const refused = said.find(({ attempt }) => attempt.kind === 'refuse' && attempt.ends === 'sync');
  if (refused !== undefined) return stopAt(-1, [refused]);
  const failed = said.filter(isFailed);
  const stage = Math.min(...failed.map(({ attempt }) => attempt.stage));
  return stopAt(
    stage,
    failed.filter(({ attempt }) => attempt.stage === stage),
  );
}

function stopAt(stage: number, failed: readonly Said[]): Stop | undefined {
  const [first] = failed;
  return first === undefined ? undefined : { stage, failed, first: identityOf(first.attempt.object) };
}

const failures: readonly Said['prediction']['kind'][] = ['failed', 'unserved', 'unread'];

/** What fails among the deletions keeps none of the others from being made. */
function isFailed({ attempt, prediction }: Said): boolean {
  if (attempt.kind === 'delete' || attempt.kind === 'skip') return false;
  return attempt.kind === 'refuse' || failures.includes(prediction.kind);
}

function inCourse(said: Said, stop: Stop | undefined): Course {
  const { attempt } = said;
  if (attempt.kind === 'skip') return asSaid;
  if (stop === undefined || attempt.stage < stop.stage) return written(said);
  if (stop.failed.includes(said)) return asSaid;
  // In the stage that fails everything is asked for at once, and this one may be deleted by then.
  if (attempt.stage === stop.stage && said.prediction.kind === 'recreated')
    return { kind: 'unknown', why: deletedOnly };
  return { kind: 'not-reached', after: stop.first };
}

const deletedOnly: Masked = words`Flux deletes it to make it anew, and something else of its stage is refused: it may be deleted and not made again before that is mended`;

const unseen: Masked = words`Flux compares labels, annotations and what is outside of metadata and status: there it sees no difference and writes nothing`;

/** What differs only where Flux does not look is not written. */
function written({ attempt, live, prediction }: Said): Course {
  if (attempt.kind !== 'apply' || live === undefined || prediction.kind !== 'object') return asSaid;
  if (attempt.cleansUp !== undefined || hasDrifted(live, prediction.object)) return asSaid;
  return wouldChange(live, prediction.object) ? { kind: 'skipped', why: unseen } : asSaid;
}
