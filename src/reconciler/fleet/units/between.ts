/** What a Fleet makes of each side of one review -> what head is compared with: base comes before head. */
import type { Remark } from '../../declarations.ts';
import type { Unit } from '../../unit.ts';

export interface BaseSide {
  /** By their ids. */
  readonly units: ReadonlyMap<string, Unit>;
  /** `<workspace>/<name>` of the GitRepos that Git declares. */
  readonly repos: ReadonlySet<string>;
  /** Those of the GitRepos that Fleet has seen at this very commit. */
  readonly current: ReadonlySet<string>;
  readonly remarks: readonly Remark[];
}

export interface Between {
  remember(side: BaseSide): void;
  /** Undefined as long as base was not looked at. */
  base(): BaseSide | undefined;
}

/** For one review. */
export function between(): Between {
  let known: BaseSide | undefined;
  return {
    remember: (side) => {
      known = side;
    },
    base: () => known,
  };
}

/** What base would have been told, too, and what concerns no single unit, is old news. */
export function newsOf(remarks: readonly Remark[], base: BaseSide | undefined): readonly Remark[] {
  const known = new Set((base?.remarks ?? []).map(keyOf));
  return remarks.filter((remark) => remark.unit !== undefined || !known.has(keyOf(remark)));
}

function keyOf({ about, title, restsOn }: Remark): string {
  return JSON.stringify([about, title, restsOn]);
}
