/** A control plane -> credentials as operators get them wrong: without the guard, expired, without the right to see Secrets. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { at } from '../../src/object/json.ts';
import { kubeconfig } from '../bed/accounts.ts';
import type { ControlPlane } from '../bed/control-plane.ts';
import { seed } from '../bed/seed.ts';

const namespace = 'proofline';
const account = { apiVersion: 'v1', kind: 'ServiceAccount' };

/** A ServiceAccount with the rights of Proofline's identity, and not met by its guard: the path of its kubeconfig. */
export async function accountBesides(bed: ControlPlane, name: string): Promise<string> {
  return accountOf(bed, name, 'proofline');
}

/** With the rights of another role. */
export async function accountOf(bed: ControlPlane, name: string, role: string): Promise<string> {
  await seed(bed, [
    { ...account, metadata: { name, namespace } },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
      subjects: [{ kind: 'ServiceAccount', name, namespace }],
    },
  ]);
  const reply = await bed.admin.send({
    method: 'POST',
    path: `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`,
    body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 600 } },
  });
  const token = at(reply.body, 'status', 'token');
  assert.ok(typeof token === 'string');
  return writeKubeconfig(bed, name, { server: bed.server, token });
}

/** From then on the server answers its token with 401, as it does when a token has expired. */
export async function revoke(bed: ControlPlane, name: string): Promise<void> {
  await bed.admin.send({
    method: 'DELETE',
    path: `/api/v1/namespaces/${namespace}/serviceaccounts/${name}`,
  });
}

/** Nothing listens there. */
export async function kubeconfigToNowhere(bed: ControlPlane): Promise<string> {
  return writeKubeconfig(bed, 'nowhere', { server: 'https://127.0.0.1:1', token: 'of-nobody' });
}

async function writeKubeconfig(
  bed: ControlPlane,
  user: string,
  { server, token }: { readonly server: string; readonly token: string },
): Promise<string> {
  const file = join(bed.folder, `${user}.kubeconfig`);
  await writeFile(file, kubeconfig(server, bed.ca, { user, groups: [], token }), { mode: 0o600 });
  return file;
}
