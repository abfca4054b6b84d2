/** A control plane -> a person with a token and a role of their own, as kubeconfig: who may write, and is met by no guard. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { at } from '../../src/object/json.ts';
import { kubeconfig } from './accounts.ts';
import type { ControlPlane } from './control-plane.ts';
import { seed } from './seed.ts';

const namespace = 'default';

/** Answers with the path of the kubeconfig; its context has the person's name. */
export async function personOf(bed: ControlPlane, name: string, role = 'cluster-admin'): Promise<string> {
  await seed(bed, [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: `person-${name}` },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
      subjects: [{ kind: 'ServiceAccount', name, namespace }],
    },
  ]);
  const reply = await bed.admin.send({
    method: 'POST',
    path: `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`,
    body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 3600 } },
  });
  const token = at(reply.body, 'status', 'token');
  assert.ok(typeof token === 'string');
  const file = join(bed.folder, `${name}.kubeconfig`);
  await writeFile(file, kubeconfig(bed.server, bed.ca, { user: name, groups: [], token }), { mode: 0o600 });
  return file;
}
