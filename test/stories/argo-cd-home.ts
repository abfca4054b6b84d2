/** A control plane -> the home of an Argo CD that does not run there, with Proofline's identity; at its end nothing was written. */
import { controllerRights } from '../bed/argo-cd/controller-rights.ts';
import { openDefinitions } from '../bed/argo-cd/open-kinds.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity, type Identity } from '../bed/identity.ts';
import { seed } from '../bed/seed.ts';

export interface ArgoCdHome {
  readonly bed: ControlPlane;
  readonly identity: Identity;
  /** Throws where the reviews wrote something. */
  readonly close: () => Promise<void>;
}

/** With the namespaces `argocd` and `shop`. */
export async function openArgoCdHome(): Promise<ArgoCdHome> {
  return openHome(async (bed) => {
    const namespaces = ['argocd', 'shop'].map((name) => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name },
    }));
    await seed(bed, [...namespaces, ...openDefinitions, controllerRights]);
    // What it may read is what there is when it is made.
    return addIdentity(bed);
  });
}

export async function openHome(furnish: (bed: ControlPlane) => Promise<Identity>): Promise<ArgoCdHome> {
  const bed = await startControlPlane();
  const identity = await furnish(bed);
  const close = async (): Promise<void> => {
    await identity.cluster.close();
    try {
      await proveNothingWritten(bed);
    } finally {
      await bed.stop();
    }
  };
  return { bed, identity, close };
}
