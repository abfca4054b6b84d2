/** The renders of head -> the files that their reconcilers pass over without a word, at lines as they were pushed. */
import type { PassedOver } from '../risk/rule.ts';
import type { AsPushed } from './as-pushed.ts';
import type { RenderedPair } from './render-pairs.ts';

export function passedOverIn(
  units: readonly { readonly rendered: RenderedPair }[],
  asPushed: AsPushed,
): readonly PassedOver[] {
  return units.flatMap(({ rendered: { pair, head } }) => {
    if (head.kind !== 'rendered') return [];
    return head.dropped.map((dropped) => ({
      ...dropped,
      unit: pair.id,
      place: asPushed(dropped.place)[0] ?? dropped.place,
    }));
  });
}
