/** A control plane -> Proofline's own identity in it, made by `proofline cluster add --apply` as a person would, and a session of it. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { clusterAdd } from '../../src/kube/cluster-add.ts';
import { openCluster, type OpenCluster } from '../../src/kube/cluster.ts';
import type { SecretAccess } from '../../src/kube/identity-rules.ts';
import { wallClock } from '../../src/kube/wall-clock.ts';
import { GuardWatch, proveGuard } from '../../src/live/guard.ts';
import { openSession, type Session } from '../../src/live/session.ts';
import { createMask } from '../../src/object/mask.ts';
import type { ControlPlane } from './control-plane.ts';

export const identityUser = 'system:serviceaccount:proofline:proofline';

export interface Identity {
  /** Path of a kubeconfig with the context `proofline`. */
  readonly kubeconfig: string;
  readonly cluster: OpenCluster;
}

/** Waits until the server enforces the policy, which it learns of a moment after it was written. */
export async function addIdentity(bed: ControlPlane, secrets: SecretAccess = 'read'): Promise<Identity> {
  const signal = AbortSignal.timeout(60_000);
  const access = { kind: 'kubeconfig', files: [bed.adminKubeconfig], context: undefined } as const;
  const added = await clusterAdd({ name: 'bed-admin', access, secrets, clock: wallClock, signal });
  await added.apply();
  const { text } = await added.kubeconfig(3600);
  await added.close();
  const kubeconfig = join(bed.folder, 'proofline.kubeconfig');
  await writeFile(kubeconfig, text, { mode: 0o600 });
  const cluster = await clusterOf(kubeconfig);
  await untilGuarded(cluster, signal);
  return { kubeconfig, cluster };
}

/** The server learns of a policy a moment after it was written. */
export async function untilGuarded(cluster: OpenCluster, signal: AbortSignal): Promise<void> {
  for (;;) {
    const guard = await proveGuard(cluster, signal);
    if (guard.state === 'guarded') return;
    if (signal.aborted) assert.fail(`the guard did not come up: ${guard.why}`);
    await wallClock.sleep(50, signal);
  }
}

export async function clusterOf(kubeconfig: string): Promise<OpenCluster> {
  return openCluster({
    name: 'bed',
    access: { kind: 'kubeconfig', files: [kubeconfig], context: undefined },
    allowUnverifiedTls: false,
    clock: wallClock,
    inFlight: 16,
  });
}

/** A session as a review would open it. */
export async function sessionOf(cluster: OpenCluster): Promise<Session> {
  const opened = await openSession({
    cluster,
    mask: createMask(),
    guard: new GuardWatch(cluster, wallClock),
    unguarded: 'refuse',
    signal: AbortSignal.timeout(60_000),
  });
  if (opened.kind === 'gap') assert.fail(opened.gap.why);
  return opened.session;
}
