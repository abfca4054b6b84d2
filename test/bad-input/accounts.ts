/** A control plane -> credentials as operators get them wrong: without the guard, expired, leading to no server. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { kubeconfig } from '../bed/accounts.ts';
import type { ControlPlane } from '../bed/control-plane.ts';
import { personOf } from '../bed/person.ts';

/** With the rights of Proofline's identity, and not met by its guard: the path of its kubeconfig. */
export async function accountBesides(bed: ControlPlane, name: string): Promise<string> {
  return personOf(bed, name, 'proofline');
}

/** From then on the server answers its token with 401, as it does when a token has expired. */
export async function revoke(bed: ControlPlane, name: string): Promise<void> {
  await bed.admin.send({ method: 'DELETE', path: `/api/v1/namespaces/default/serviceaccounts/${name}` });
}

/** Nothing listens there. */
export async function kubeconfigToNowhere(bed: ControlPlane): Promise<string> {
  const file = join(bed.folder, 'nowhere.kubeconfig');
  const nobody = { user: 'nowhere', groups: [], token: 'of-nobody' };
  await writeFile(file, kubeconfig('https://127.0.0.1:1', bed.ca, nobody), { mode: 0o600 });
  return file;
}
