/** A part of a control plane beyond etcd and kube-apiserver -> started, and ready. */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { Agent, request } from 'undici';

import { kubeconfig, type Account, type Accounts } from './accounts.ts';
import type { AdminClient } from './admin-client.ts';
import type { ApiServer } from './api-server.ts';
import { freePorts } from './free-ports.ts';
import { readGeneratedCa } from './generated-ca.ts';
import type { Household } from './household.ts';
import { addNode, nodeIsReady } from './node.ts';
import { untilReady } from './ready.ts';

export type Part = 'kube-controller-manager' | 'kube-scheduler' | 'kwok';

export interface Surroundings {
  readonly household: Household;
  readonly api: ApiServer;
  readonly accounts: Accounts;
  readonly caFile: string;
  readonly admin: AdminClient;
}

export async function startPart(part: Part, file: string, around: Surroundings): Promise<void> {
  switch (part) {
    case 'kube-controller-manager':
      return startController(part, file, {
        around,
        account: around.accounts.controllerManager,
        args: [
          '--use-service-account-credentials=true',
          `--service-account-private-key-file=${around.api.serviceAccountKey}`,
          `--root-ca-file=${around.caFile}`,
        ],
      });
    case 'kube-scheduler':
      return startController(part, file, { around, account: around.accounts.scheduler, args: [] });
    case 'kwok':
      return startKwok(file, around);
  }
}

interface Controller {
  readonly around: Surroundings;
  readonly account: Account;
  readonly args: readonly string[];
}

async function startController(
  name: Part,
  file: string,
  { around, account, args }: Controller,
): Promise<void> {
  const { household } = around;
  const [port = 0] = await freePorts(1);
  const config = await writeKubeconfig(name, account, around);
  const certificates = join(household.folder, name);
  const running = household.start({
    name,
    file,
    args: [
      `--kubeconfig=${config}`,
      `--authentication-kubeconfig=${config}`,
      `--authorization-kubeconfig=${config}`,
      '--leader-elect=false',
      '--bind-address=127.0.0.1',
      `--secure-port=${String(port)}`,
      `--cert-dir=${certificates}`,
      ...args,
    ],
  });
  const health = `https://127.0.0.1:${String(port)}/healthz`;
  await untilReady(running, async () => isHealthy(health, join(certificates, `${name}.crt`)));
}

async function isHealthy(url: string, certificateFile: string): Promise<boolean> {
  try {
    const dispatcher = new Agent({ connect: { ca: await readGeneratedCa(certificateFile) } });
    const { statusCode, body } = await request(url, { dispatcher });
    await body.dump();
    await dispatcher.destroy();
    return statusCode === 200;
  } catch {
    return false;
  }
}

async function startKwok(file: string, around: Surroundings): Promise<void> {
  const [port = 0] = await freePorts(1);
  const running = around.household.start({
    name: 'kwok',
    file,
    args: [
      `--kubeconfig=${await writeKubeconfig('kwok', around.accounts.kwok, around)}`,
      `--config=${join(dirname(file), 'stages.yaml')}`,
      '--manage-all-nodes=true',
      `--server-address=127.0.0.1:${String(port)}`,
    ],
  });
  await addNode(around.admin);
  await untilReady(running, async () => nodeIsReady(around.admin));
}

async function writeKubeconfig(name: Part, account: Account, around: Surroundings): Promise<string> {
  const path = join(around.household.folder, `${name}.kubeconfig`);
  await writeFile(path, kubeconfig(around.api.url, around.api.ca, account), { mode: 0o600 });
  return path;
}
