/** What the ApplicationSets make on both sides -> what a reviewer must know of the step from one to the other. */
import type { Remark } from '../../declarations.ts';
import { reachRemarks } from './reach-remark.ts';
import { changeOf, type Facts } from './set-change.ts';
import { settingRemarks } from './setting-remarks.ts';
import type { GeneratedSide } from './side.ts';
import { vanishingRemarks } from './vanishing.ts';

type Sets = GeneratedSide['sets'];

/** In the order of the sets; a set that neither changes nor fails gives none. */
export function compareSets(base: Sets, head: Sets, facts: Facts): readonly Remark[] {
  const before = new Map(base.map((set) => [set.id, set] as const));
  const after = new Map(head.map((set) => [set.id, set] as const));
  const ids = [...new Set([...after.keys(), ...before.keys()])].sort();
  return ids.flatMap((id) => {
    const change = changeOf(before.get(id), after.get(id), facts);
    return [
      ...vanishingRemarks(change, facts),
      ...settingRemarks(change, facts),
      ...reachRemarks(change, facts),
    ];
  });
}
