/** A Kustomization, and units of this review that head does not render -> what it depends on that never becomes ready. */
import type { Unit } from '../../../unit.ts';
import { fluxUnit, kustomizationUnit } from '../../flux-unit.ts';

/** As `namespace/name`, of the same Flux. */
export function brokenAmong(unit: Unit, unrendered: readonly Unit[]): ReadonlySet<string> {
  const { scope } = kustomizationUnit(unit);
  return new Set(
    unrendered.flatMap((each) => {
      if (each.reconciler !== unit.reconciler || each.home.cluster !== unit.home.cluster) return [];
      const other = fluxUnit(each);
      const isBeside = other.kind === 'Kustomization' && other.scope === scope;
      return isBeside ? [`${other.declared.namespace}/${other.declared.name}`] : [];
    }),
  );
}
