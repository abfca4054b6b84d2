/** An object and the cluster that has it -> one key of both; a unit -> the cluster that it applies to. */
import { identityKey, type Identity, type VersionedIdentity } from '../../src/object/identity.ts';

/** What the operator's file calls the cluster in which the reconciler runs. */
export const homeCluster = 'production';

/** And the one beside it, of stories that ask for it. */
export const secondCluster = 'edge';

export interface Placed {
  readonly cluster: string;
  readonly identity: VersionedIdentity;
}

export function placedKey({
  cluster,
  identity,
}: {
  readonly cluster: string;
  readonly identity: Identity;
}): string {
  return `${cluster} ${identityKey(identity)}`;
}

/** Of a review. */
interface Targeted {
  readonly id: string;
  readonly target: { readonly cluster: string | undefined };
}

/** Objects of units that no review names are looked for at home. */
export function targetOf(unit: string, units: readonly Targeted[]): string {
  return units.find(({ id }) => id === unit)?.target.cluster ?? homeCluster;
}
