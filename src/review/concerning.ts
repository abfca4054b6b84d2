/** What was found on the way to all units -> what concerns the whole review, or a unit that is in it. */
import type { Pair } from '../reconciler/pairs.ts';

export function concerning<Found extends { readonly unit: string | undefined }>(
  found: readonly Found[],
  touched: readonly Pair[],
): readonly Found[] {
  const ids = new Set(touched.map(({ id }) => id));
  return found.filter(({ unit }) => unit === undefined || ids.has(unit));
}
