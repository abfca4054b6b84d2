/** Comparisons of a unit whose fetched sources moved since its last sync -> the same, with that as the cause. */
import type { Cause, Comparison } from './change.ts';

/** What was applied was rendered from another artifact, so what base would change besides is not waiting in Git. */
export function withInputMoved(comparisons: readonly Comparison[]): readonly Comparison[] {
  return comparisons.map(({ change, ...rest }) => ({
    ...rest,
    change: {
      ...change,
      causes: change.causes.map(moved),
      fields: change.fields.map((field) => ({ ...field, causes: field.causes.map(moved) })),
    },
  }));
}

function moved(cause: Cause): Cause {
  return cause === 'unsynced' ? 'input-moved' : cause;
}
