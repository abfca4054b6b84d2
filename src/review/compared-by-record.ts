/** A unit's answers -> its comparisons; where no record tells why something differs, what does is rendered. */
import { compare } from '../diff/compare.ts';
import type { Compared, UnitAnswers } from '../diff/compare.ts';
import { withInputMoved } from '../diff/input-moved.ts';
import { hasMovedUnrecorded, lastSynced } from './last-synced.ts';
import type { LastSynced, Past } from './last-synced.ts';
import type { ReviewedUnit } from './unit.ts';
import { unmovedBase } from './unmoved-base.ts';
import type { World } from './world.ts';

interface ByRecord {
  /** Undefined where the objects tell by themselves what was applied to them. */
  readonly lastSynced: LastSynced | undefined;
  readonly compared: Compared;
}

interface Told {
  readonly answers: UnitAnswers;
  readonly past: Past;
}

export async function comparedByRecord(world: World, unit: ReviewedUnit, told: Told): Promise<ByRecord> {
  const first = compare(told.answers);
  const last = isUnclear(first) ? await lastSynced(world, unit, told.past) : undefined;
  if (last?.kind !== 'rendered') {
    return { lastSynced: last, compared: await toldMoves(world, unit, { ...told, compared: first }) };
  }
  const answers = { ...told.answers, lastSynced: last.objects };
  const compared = compare(answers);
  return { lastSynced: last, compared: await toldMoves(world, unit, { ...told, answers, compared }) };
}

/** What waits in Git is told apart from what moved elsewhere where base can be rendered without the move. */
async function toldMoves(
  world: World,
  unit: ReviewedUnit,
  { answers, past, compared }: Told & { readonly compared: Compared },
): Promise<Compared> {
  if (!waits(compared)) return compared;
  const unmoved = unit.inputMoved ? await unmovedBase(world, unit, past) : undefined;
  if (unmoved !== undefined) return compare({ ...answers, unmoved });
  const isMoved = unit.inputMoved || (await hasMovedUnrecorded(world, unit, past));
  return isMoved ? { ...compared, comparisons: withInputMoved(compared.comparisons) } : compared;
}

/** Whether something differs of which no object says why. */
function isUnclear({ comparisons }: Compared): boolean {
  return comparisons.some(({ change: { applied } }) => applied === 'unknown' || applied === 'managed-fields');
}

function waits({ comparisons }: Compared): boolean {
  return comparisons.some(({ change: { causes } }) => causes.includes('unsynced'));
}
