/** A HelmRelease -> who applies its objects (facts/reconcilers.md §4f; internal/kube/impersonate.go). */
import type { InstallationConfig } from '../../../config/operator.ts';
import { textAt } from '../../../object/fields.ts';
import type { GapKind } from '../../../object/gap.ts';
import { at } from '../../../object/json.ts';
import { words, type Masked } from '../../../object/masked.ts';
import type { Applier } from '../../unit-record.ts';
import type { Unit } from '../../unit.ts';
import { helmReleaseUnit } from '../flux-unit.ts';

/** Whose credentials stand in the kubeconfigs of other clusters, the operator's file says. */
export function applierOf(unit: Unit, installations: readonly InstallationConfig[]): Applier {
  const { declared, installation } = helmReleaseUnit(unit);
  const named = textAt(declared.spec, 'serviceAccountName') || (installation.defaultAccounts.helm ?? '');
  // Impersonated with a kubeconfig, too: by its name, on the cluster that this leads to.
  if (named !== '') return { kind: 'service-account', namespace: declared.namespace, name: named };
  if (at(declared.spec, 'kubeConfig') !== undefined) return behindKubeConfig(unit, installations);
  if (unit.home.cluster === undefined) return gap(unit, 'installation-unnamed', noInstallation);
  const { namespace, accounts } = installation;
  return { kind: 'service-account', namespace, name: accounts.helm };
}

function behindKubeConfig(unit: Unit, installations: readonly InstallationConfig[]): Applier {
  const found = installations
    .filter(({ cluster, kind }) => cluster === unit.home.cluster && kind === 'flux')
    .flatMap(({ appliesAs }) => appliesAs)
    .find(({ cluster }) => cluster === unit.target.cluster);
  return found === undefined
    ? gap(unit, 'applier-unnamed', unnamed)
    : { kind: 'service-account', namespace: found.namespace, name: found.serviceAccount };
}

const unnamed = words`the account behind its kubeConfig is not named in the operator's file`;
const noInstallation = words`no installation of Flux is named for it`;

function gap(unit: Unit, kind: GapKind, why: Masked): Applier {
  return { kind: 'gap', gap: { kind, unit: unit.id, object: undefined, why } };
}
