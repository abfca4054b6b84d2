/** A control plane with Proofline's identity in it, for suites about the guard: what it may ask, and what it is denied. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

import { wallClock } from '../../src/kube/wall-clock.ts';
import { adminClient } from '../bed/admin-client.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity, type Identity } from '../bed/identity.ts';

export interface Guarded {
  readonly bed: ControlPlane;
  readonly identity: Identity;
  readonly end: () => Promise<void>;
}

export const patience = AbortSignal.timeout(300_000);

export async function startGuarded(): Promise<Guarded> {
  const bed = await startControlPlane();
  try {
    const identity = await addIdentity(bed);
    const end = async (): Promise<void> => {
      await identity.cluster.close();
      await bed.stop();
    };
    return { bed, identity, end };
  } catch (error) {
    await bed.stop();
    throw error;
  }
}

export type Sent = readonly [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body: unknown];

/** A request that Proofline's own code cannot make: with its credential, and without dry run. */
export async function asIdentity(
  { bed, identity }: Guarded,
  ...[method, path, body]: Sent
): Promise<{ readonly status: number; readonly message: string }> {
  const token = /token: (\S+)/.exec(await readFile(identity.kubeconfig, 'utf8'))?.[1];
  assert.ok(token !== undefined);
  const client = adminClient(bed.server, bed.ca, token);
  const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const reply = await client.send({ method, path, body, contentType });
  await client.close();
  return { status: reply.status, message: JSON.stringify(reply.body) };
}

/** The server learns of rights and policies a moment after they were written. */
export async function until<Value>(
  look: () => Promise<Value>,
  isThere: (value: Value) => boolean,
): Promise<Value> {
  for (;;) {
    const value = await look();
    if (isThere(value)) return value;
    assert.ok(!patience.aborted, 'it did not happen in time');
    await wallClock.sleep(50, patience);
  }
}
