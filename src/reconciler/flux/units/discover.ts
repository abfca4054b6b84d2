/** Where Flux objects may be declared -> one unit for each Kustomization and HelmRelease of this repository, and what is to be said of them. */
import type { Declarations, Discovery } from '../../declarations.ts';
import { settled } from './candidate.ts';
import { collect } from './collect.ts';
import { gapsOf } from './gaps.ts';
import { unitKindOf } from './groups.ts';
import { restOf } from './rest.ts';
import { unitOf } from './unit-of.ts';

/** Throws SourceError. */
export async function discover(declarations: Declarations): Promise<Discovery> {
  const collected = await collect(declarations);
  const declared = [...collected.declared.values()].flatMap((each) => {
    const one = settled(each);
    return one === undefined || unitKindOf(one.candidate.object) === undefined
      ? []
      : [unitOf(collected, one)];
  });
  const rest = restOf(collected, declared);
  const all = [...declared, ...rest.units];
  return {
    units: all.map(({ unit }) => unit).sort((a, b) => (a.id < b.id ? -1 : 1)),
    gaps: gapsOf(collected, all),
    remarks: rest.remarks,
  };
}
