/** A ServiceAccount of the cluster -> a kubeconfig with a token of its own in a folder: its rights, and no others. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { at } from '../../src/object/json.ts';
import { kubeconfig } from './accounts.ts';
import { BedError } from './bed-error.ts';
import type { ControlPlane } from './control-plane.ts';

export interface AccountName {
  readonly namespace: string;
  readonly name: string;
}

/** Answers with the path of the file. */
export async function accountKubeconfig(
  bed: ControlPlane,
  account: AccountName,
  folder: string,
): Promise<string> {
  const { name } = account;
  const token = await accountToken(bed, account);
  const path = join(folder, `${name}.kubeconfig`);
  await writeFile(path, kubeconfig(bed.server, bed.ca, { user: name, groups: [], token }), { mode: 0o600 });
  return path;
}

/** For a day. */
export async function accountToken(bed: ControlPlane, { namespace, name }: AccountName): Promise<string> {
  const reply = await bed.admin.send({
    method: 'POST',
    path: `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`,
    body: {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { expirationSeconds: 86_400 },
    },
  });
  const token = at(reply.body, 'status', 'token');
  if (typeof token !== 'string') throw new BedError(`${name} got no token: ${JSON.stringify(reply.body)}`);
  return token;
}
