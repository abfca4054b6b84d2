/** Where Flux objects may be declared -> one unit for each Kustomization and HelmRelease of this repository, and what is to be said of them. */
import type { Declarations, Discovery } from '../../declarations.ts';
import { settled } from './candidate.ts';
import { collect } from './collect.ts';
import { gapsOf } from './gaps.ts';
import { unitKindOf } from './groups.ts';
import { betweenSides, imageRemarks } from './images.ts';
import type { BetweenSides } from './images.ts';
import { leaves, renames } from './leaving.ts';
import { remarksOn } from './remarks.ts';
import { othersIn, restOf } from './rest.ts';
import { unitOf } from './unit-of.ts';

/** Throws SourceError. */
export async function discover(
  declarations: Declarations,
  between: BetweenSides = betweenSides(),
): Promise<Discovery> {
  const collected = await collect(declarations);
  const declared = [...collected.declared.values()].flatMap((each) => {
    const one = settled(each);
    return one === undefined || unitKindOf(one.candidate.object) === undefined
      ? []
      : [unitOf(collected, one)];
  });
  const others = othersIn(collected);
  const byKey = new Map(declared.map((made) => [made.candidate.key, made]));
  const rest = restOf(collected, { collected, byKey, others });
  const all = [...declared, ...rest.units];
  const images = imageRemarks(collected, between);
  return {
    units: all.map(({ unit }) => unit).sort((a, b) => (a.id < b.id ? -1 : 1)),
    gaps: gapsOf(collected, all),
    remarks:
      declarations.side === 'head'
        ? [
            ...rest.remarks,
            ...rest.gone.map(leaves),
            ...renames(declared, rest.gone, declarations.mask),
            ...remarksOn(all, { collected, others }),
            ...images,
          ]
        : [],
  };
}
