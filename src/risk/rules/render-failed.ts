/** Sides that do not render -> one finding each; nothing of such a unit was compared. */
import { words } from '../../object/masked.ts';
import type { Masked } from '../../object/masked.ts';
import type { RenderFailure, Rule } from '../rule.ts';

const title: Readonly<Record<RenderFailure['side'], Masked>> = {
  head: words`This unit does not render, so nothing of it was compared`,
  base: words`This unit does not render at base, so what this pull request changes in it is not known`,
};
const advice: Readonly<Record<RenderFailure['side'], Masked>> = {
  head: words`Correct its source: until it renders, nothing of this unit is compared, and nothing of it counts as deleted.`,
  base: words`Read all of it: everything that head declares may be new.`,
};

export const renderFailed: Rule = {
  name: 'render-failed',
  about: {
    title: 'A unit does not render',
    why: 'The reconciler would stop at the same place and apply nothing. What the unit declares is unknown, not deleted.',
    advice: 'Correct the source at the place that the message names.',
  },
  needs: () => [],
  judge: ({ failures }) =>
    failures.map(({ unit, side, message, place }) => ({
      severity: side === 'head' ? 'block' : 'warn',
      unit,
      comparisons: [],
      objects: [],
      about: side,
      title: title[side],
      detail: message,
      advice: advice[side],
      places: place ? [side === 'base' ? { ...place, side } : place] : [],
      restsOn: { side, message },
    })),
};
