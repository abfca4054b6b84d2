/** What one side makes of a set -> what is wrong with the set itself, whether the change touches it or not. */
import { at, isJsonArray, isJsonObject, type Json } from '../../../object/json.ts';
import { type Masked, words } from '../../../object/masked.ts';
import type { Remark } from '../../declarations.ts';
import { aboutSet } from './remark-words.ts';
import type { GeneratedApplication, SetResult, SetsOfSide } from './side.ts';

export function standingRemarks(set: SetResult, side: SetsOfSide): readonly Remark[] {
  return [...refused(set, side), ...unordered(set, side)];
}

function refused(set: SetResult, side: SetsOfSide): readonly Remark[] {
  const lines = set.applications.flatMap((one) =>
    one.refused === undefined ? [] : [line(one, one.refused, side)],
  );
  const [first] = lines;
  if (first === undefined) return [];
  return [
    {
      ...aboutSet({ base: undefined, head: set }),
      about: 'application-set-refuses',
      severity: 'warn',
      title: words`${lines.length} Applications of ${side.mask.text(set.id)} are left as they are`,
      detail: words`The controller makes and changes all others, and not these: ${first}${more(lines.length - 1)}.${stopping(set)}`,
      advice: words`Give each Application a name of its own, a project that exists and a cluster that Argo CD knows.`,
      restsOn: [...lines].sort(),
    },
  ];
}

function stopping({ outcome }: SetResult): Masked {
  if (outcome.kind !== 'generated' || outcome.stops === undefined) return words``;
  return words` As the API server itself refuses one, the controller stops there, and deletes nothing that is generated no more.`;
}

/** The controller takes them out of a Go map, which has no order, anew each time. */
function unordered(set: SetResult, side: SetsOfSide): readonly Remark[] {
  const isFlat = flatLists(at(set.manifest, 'spec', 'generators') ?? null);
  if (!isFlat || (side.clusters?.length ?? 0) < 2) return [];
  return [
    {
      ...aboutSet({ base: undefined, head: set }),
      about: 'application-set-unordered',
      severity: 'info',
      title: words`${side.mask.text(set.id)} gets its clusters in an order of chance`,
      detail: words`Here \`flatList\` gives them by name. The controller gives them in another order each time, so what its templates make of a list changes without a reason.`,
      advice: words`Sort them in the template, with \`sortAlpha\` for instance.`,
      restsOn: set.id,
    },
  ];
}

function flatLists(value: Json): boolean {
  if (isJsonArray(value)) return value.some(flatLists);
  if (!isJsonObject(value)) return false;
  return at(value, 'clusters', 'flatList') === true || Object.values(value).some(flatLists);
}

function line({ manifest }: GeneratedApplication, why: Masked, { mask }: SetsOfSide): Masked {
  return words`${mask.text(manifest.metadata.name)} (${why})`;
}

function more(count: number): Masked {
  return count === 0 ? words`` : words`, and ${count} more`;
}
