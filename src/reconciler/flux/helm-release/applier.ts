/** A HelmRelease -> who applies its objects (facts/reconcilers.md §4f; internal/kube/impersonate.go). */
import { textAt } from '../../../object/fields.ts';
import { at } from '../../../object/json.ts';
import { words } from '../../../object/masked.ts';
import type { Applier } from '../../unit-record.ts';
import type { Unit } from '../../unit.ts';
import { helmReleaseUnit } from '../flux-unit.ts';

export function applierOf(unit: Unit): Applier {
  const { declared, installation } = helmReleaseUnit(unit);
  const named = textAt(declared.spec, 'serviceAccountName') || installation.defaultAccounts.helm;
  if (named !== null && named !== '') {
    return { kind: 'service-account', namespace: declared.namespace, name: named };
  }
  if (at(declared.spec, 'kubeConfig') !== undefined) {
    return {
      kind: 'gap',
      gap: { kind: 'applier-unnamed', unit: unit.id, object: undefined, why: behindKubeConfig },
    };
  }
  return {
    kind: 'service-account',
    namespace: installation.namespace,
    name: installation.accounts.helm,
  };
}

const behindKubeConfig = words`the account behind its kubeConfig is not known`;
