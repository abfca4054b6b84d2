/** A render that is asked for while the same one is under way -> that one: base and head are asked for together. */
import type { Mask } from '../object/masked.ts';
import type { Render } from './render.ts';

/** Of one review, which is one mask: another review may be stopped, and knows other secrets. */
const flights = new WeakMap<Mask, Map<string, Promise<Render>>>();

export async function onceAtATime(mask: Mask, key: string, make: () => Promise<Render>): Promise<Render> {
  const own = flights.get(mask) ?? new Map<string, Promise<Render>>();
  flights.set(mask, own);
  const underWay = own.get(key);
  if (underWay !== undefined) return underWay;
  const made = make().finally(() => own.delete(key));
  own.set(key, made);
  return made;
}
