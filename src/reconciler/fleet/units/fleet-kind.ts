/** An object -> whether it is of a kind of Fleet. */
import type { KubeObject } from '../../../object/kube-object.ts';

export const group = 'fleet.cattle.io';

/** Of any version. */
export function isOf({ apiVersion, kind }: KubeObject, wanted: string): boolean {
  return kind === wanted && apiVersion.startsWith(`${group}/`);
}
