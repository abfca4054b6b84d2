/** What is to be said of a unit's declaration -> a remark on the Kustomization or HelmRelease itself, where it is declared. */
import type { Identity } from '../../../object/identity.ts';
import type { Json } from '../../../object/json.ts';
import { words } from '../../../object/masked.ts';
import type { Masked } from '../../../object/masked.ts';
import type { Remark } from '../../declarations.ts';
import type { Unit } from '../../unit.ts';
import { fluxUnit } from '../flux-unit.ts';
import type { FluxUnit } from '../flux-unit.ts';
import { helmGroup, kustomizeGroup } from './groups.ts';

type Said = Pick<Remark, 'about' | 'severity' | 'title' | 'detail' | 'advice'> & { readonly restsOn: Json };

export function remark(unit: Unit, said: Said): Remark {
  const { place } = unit.declaration;
  return {
    unit: unit.id,
    objects: [objectOf(fluxUnit(unit))],
    places: place === undefined ? [] : [place],
    ...said,
  };
}

function objectOf({ kind, declared: { namespace, name } }: FluxUnit): Identity {
  return { group: kind === 'Kustomization' ? kustomizeGroup : helmGroup, kind, namespace, name };
}

/** As sentences call it. */
export function kindOf({ kind }: Pick<FluxUnit, 'kind'>): Masked {
  return kind === 'Kustomization' ? words`Kustomization` : words`HelmRelease`;
}
