/** The renders of head -> the files that their reconcilers pass over without a word, at lines as they were pushed. */
import type { PassedOver } from '../risk/rule.ts';
import type { AsPushed } from './as-pushed.ts';
import type { RenderedPair } from './render-pairs.ts';

export function passedOverIn(
  units: readonly { readonly rendered: RenderedPair }[],
  asPushed: AsPushed,
): readonly PassedOver[] {
  return units.flatMap(({ rendered: { pair, base, head } }) => {
    if (head.kind !== 'rendered') return [];
    const before = base.kind === 'rendered' ? base.dropped : [];
    return head.dropped.map((dropped) => ({
      ...dropped,
      unit: pair.id,
      atBase: before.some(({ place, why }) => place.file === dropped.place.file && why === dropped.why),
      place: asPushed(dropped.place)[0] ?? dropped.place,
    }));
  });
}
