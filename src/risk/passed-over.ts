/** An object that leaves the declaration -> the file of head that declared it at base and is passed over now. */
import type { Action, Comparison } from '../diff/change.ts';
import type { PassedOver, Subject } from './rule.ts';

/** Moved to another unit, it is declared there. */
const leaving: ReadonlySet<Action> = new Set(['deleted', 'unpruned', 'orphaned', 'gap', 'not-reached']);

export function passedOverFor(
  { change, after, origin }: Comparison,
  { passedOver }: Subject,
): PassedOver | undefined {
  if (after !== undefined || origin === undefined || !leaving.has(change.action)) return undefined;
  return passedOver.find(({ unit, place }) => unit === change.unit && place.file === origin.file);
}
