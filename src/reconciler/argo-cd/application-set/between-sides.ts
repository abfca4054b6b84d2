/** The ApplicationSets of an Argo CD as each side of one review makes them -> remarks on the step from base to head. */
import type { Remark } from '../../declarations.ts';
import { compareSets } from './compare-sets.ts';
import type { Facts } from './set-change.ts';
import type { GeneratedSide } from './side.ts';

/** What one side makes of the sets of one Argo CD. */
export interface SideOfHome {
  readonly side: 'base' | 'head';
  /** The same for one Argo CD on both sides. */
  readonly home: string;
  readonly sets: GeneratedSide['sets'];
}

export interface BetweenSides {
  /** Base is remembered and gives none; head is compared with what base was last, if it was asked at all. */
  remarks(made: SideOfHome, facts: Facts): readonly Remark[];
}

/** For one review, in which base comes before head. */
export function betweenSides(): BetweenSides {
  const bases = new Map<string, GeneratedSide['sets']>();
  return {
    remarks: ({ side, home, sets }, facts) => {
      if (side === 'base') bases.set(home, sets);
      const base = bases.get(home);
      return side === 'base' || base === undefined ? [] : compareSets(base, sets, facts);
    },
  };
}
