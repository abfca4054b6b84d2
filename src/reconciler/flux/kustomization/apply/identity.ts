/** A unit -> who applies its objects (facts/reconcilers.md §3f). */
import type { InstallationConfig } from '../../../../config/operator.ts';
import type { GapKind } from '../../../../object/gap.ts';
import { words, type Masked } from '../../../../object/masked.ts';
import type { Applier } from '../../../unit-record.ts';
import type { Unit } from '../../../unit.ts';
import { kustomizationUnit } from '../../flux-unit.ts';

/** `appliesAs`: whose credentials stand in the kubeconfigs of other clusters, as the operator's file says. */
export function identityFor(unit: Unit, appliesAs: InstallationConfig['appliesAs']): Applier {
  const { declared, installation } = kustomizationUnit(unit);
  const named = declared.spec['serviceAccountName'];
  const account = typeof named === 'string' && named !== '' ? named : installation.defaultAccounts.kustomize;
  // Impersonated with a kubeconfig, too: by its name, on the cluster that this leads to.
  if (account !== null && account !== '') {
    return { kind: 'service-account', namespace: declared.namespace, name: account };
  }
  if (declared.spec['kubeConfig'] !== undefined) return onOther(unit, appliesAs);
  if (unit.home.cluster === undefined) return gap(unit, 'installation-unnamed', noInstallation);
  const { namespace, accounts } = installation;
  return { kind: 'service-account', namespace, name: accounts.kustomize };
}

function onOther(unit: Unit, appliesAs: InstallationConfig['appliesAs']): Applier {
  const found = appliesAs.find(({ cluster }) => cluster === unit.target.cluster);
  return found === undefined
    ? gap(unit, 'applier-unnamed', unnamed)
    : { kind: 'service-account', namespace: found.namespace, name: found.serviceAccount };
}

const unnamed = words`the account behind its kubeConfig is not named in the operator's file`;
const noInstallation = words`no installation of Flux is named for it`;

function gap(unit: Unit, kind: GapKind, why: Masked): Applier {
  return { kind: 'gap', gap: { kind, unit: unit.id, object: undefined, why } };
}
