/** A unit that was found in a review -> the mask of that review, for what is said of it later. */
import { createMask } from '../../../object/mask.ts';
import type { Mask } from '../../../object/masked.ts';
import type { Unit } from '../../unit.ts';

const masks = new WeakMap<Unit['declaration']['settings'], Mask>();

export function rememberMask(settings: Unit['declaration']['settings'], mask: Mask): void {
  masks.set(settings, mask);
}

/** One that has learned no secrets where the unit was not made by `discover`. */
export function maskOf({ declaration: { settings } }: Unit): Mask {
  const known = masks.get(settings) ?? createMask();
  masks.set(settings, known);
  return known;
}
