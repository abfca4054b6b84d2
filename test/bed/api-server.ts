/** A household with etcd -> kube-apiserver in it, ready: RBAC, TLS by a CA of its own, every request in an audit log. */
import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { tokenFile, type Accounts } from './accounts.ts';
import { adminClient } from './admin-client.ts';
import { freePorts } from './free-ports.ts';
import { readGeneratedCa } from './generated-ca.ts';
import type { Household } from './household.ts';
import { untilReady } from './ready.ts';

export interface ApiServer {
  readonly url: string;
  /** PEM. */
  readonly ca: string;
  readonly auditLog: string;
  readonly serviceAccountKey: string;
}

/** One event a request: what was asked, by whom, and the answer's code. */
const auditPolicy = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [{ level: 'Metadata' }],
};

export async function startApiServer(
  household: Household,
  file: string,
  given: { readonly etcd: string; readonly accounts: Accounts },
): Promise<ApiServer> {
  const [port = 0] = await freePorts(1);
  const url = `https://127.0.0.1:${String(port)}`;
  const at = (name: string): string => join(household.folder, name);
  const keys = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
  });
  await Promise.all([
    writeFile(at('service-account.key'), keys.privateKey, { mode: 0o600 }),
    writeFile(at('service-account.pub'), keys.publicKey),
    writeFile(at('tokens.csv'), tokenFile(given.accounts), { mode: 0o600 }),
    writeFile(at('audit-policy.json'), JSON.stringify(auditPolicy)),
  ]);
  const running = household.start({
    name: 'kube-apiserver',
    file,
    args: [
      `--etcd-servers=${given.etcd}`,
      '--bind-address=127.0.0.1',
      '--advertise-address=127.0.0.1',
      // Loopback is no valid endpoint of the kubernetes Service, and the machine may have no other address.
      '--endpoint-reconciler-type=none',
      `--secure-port=${String(port)}`,
      `--cert-dir=${at('certificates')}`,
      `--service-account-issuer=${url}/`,
      `--service-account-key-file=${at('service-account.pub')}`,
      `--service-account-signing-key-file=${at('service-account.key')}`,
      `--token-auth-file=${at('tokens.csv')}`,
      '--authorization-mode=RBAC',
      '--service-cluster-ip-range=10.0.0.0/24',
      '--allow-privileged=true',
      `--audit-policy-file=${at('audit-policy.json')}`,
      `--audit-log-path=${at('audit.log')}`,
    ],
  });
  const ca = { pem: '' };
  await untilReady(running, async () => {
    ca.pem ||= await readGeneratedCa(at('certificates/apiserver.crt')).catch(() => '');
    return ca.pem !== '' && (await isReady(url, ca.pem, given.accounts.admin.token));
  });
  return { url, ca: ca.pem, auditLog: at('audit.log'), serviceAccountKey: at('service-account.key') };
}

async function isReady(url: string, ca: string, token: string): Promise<boolean> {
  const client = adminClient(url, ca, token);
  try {
    return (await client.send({ method: 'GET', path: '/readyz' })).status === 200;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}
