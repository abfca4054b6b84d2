/** A review that is stopped -> its end, since a program that was killed says nothing about the source. */
import { words } from '../object/masked.ts';
import { SourceError } from '../source/source-error.ts';
import type { World } from './world.ts';

/** Throws SourceError. */
export function endIfStopped({ stop }: Pick<World, 'stop'>): void {
  if (stop.aborted) throw new SourceError(words`The review was stopped before it had rendered all units.`);
}
