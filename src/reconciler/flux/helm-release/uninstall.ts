/** A HelmRelease that goes, or whose release is made anew -> what `helm uninstall` deletes for it, and how. */
import { objectAt, textAt } from '../../../object/fields.ts';
import { at } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { HelmReleaseUnit } from '../flux-unit.ts';

const propagations = { background: 'Background', foreground: 'Foreground', orphan: 'Orphan' } as const;

export type Propagation = (typeof propagations)[keyof typeof propagations];

/** As the HelmRelease says that lives: it goes as it last stood there. */
export function propagationOf({ live, declared }: Pick<HelmReleaseUnit, 'live' | 'declared'>): Propagation {
  switch (textAt((live ?? declared).spec, 'uninstall', 'deletionPropagation')) {
    case 'foreground':
      return propagations.foreground;
    case 'orphan':
      return propagations.orphan;
    default:
      return propagations.background;
  }
}

export const keepPolicy = 'helm.sh/resource-policy';

/** As the record has it. With any other value Helm deletes it neither (helm pkg/action/resource_policy.go). */
export function isKeptByUninstall(stored: KubeObject): boolean {
  return at(objectAt(stored, 'metadata', 'annotations'), keepPolicy) !== undefined;
}

const finalizer = 'finalizers.fluxcd.io';

/** Suspended, or without its finalizer, it goes and leaves all that it released. */
export function uninstalls({ live, declared }: Pick<HelmReleaseUnit, 'live' | 'declared'>): boolean {
  const { spec, finalizers } = live ?? { spec: declared.spec, finalizers: [finalizer] };
  return at(spec, 'suspend') !== true && finalizers.includes(finalizer);
}
