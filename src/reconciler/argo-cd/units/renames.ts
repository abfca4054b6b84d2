/** Units that go, and units of head with the same source and destination -> renames. */
import { canonicalJson } from '../../../object/canonical.ts';
import type { Mask } from '../../../object/masked.ts';
import type { Remark } from '../../declarations.ts';
import type { Unit } from '../../unit.ts';
import { argoUnit } from '../application.ts';
import type { ArgoUnit } from '../application.ts';
import { renamed } from './remarks.ts';
import { effectiveSources } from './sources.ts';
import type { Made } from './unit-of.ts';

interface Before {
  readonly gone: readonly Unit[];
  /** Units of base that head declares otherwise, by key: these keep their names. */
  readonly others: ReadonlyMap<string, Unit>;
}

export function renames(made: readonly Made[], { gone, others }: Before, mask: Mask): readonly Remark[] {
  if (gone.length === 0) return [];
  const left = new Map(gone.map((unit) => [sameness(argoUnit(unit)), unit]));
  return made.flatMap(({ unit, argo, candidate }) => {
    const before = argo.live === null && !others.has(candidate.key) ? left.get(sameness(argo)) : undefined;
    return before === undefined ? [] : [renamed(unit, before, mask)];
  });
}

function sameness({ application: { spec } }: ArgoUnit): string {
  const sources = effectiveSources(spec).list.map(({ raw }) => raw);
  return canonicalJson([sources, spec['destination'] ?? null]);
}
