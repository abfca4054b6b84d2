/**
 * Starts a real control plane: etcd and kube-apiserver in about 3 seconds, and what else is asked for.
 *
 *     const bed = await startControlPlane();                        // etcd, kube-apiserver
 *     const bed = await startControlPlane({ parts: allParts });     // + controller manager, scheduler, kwok and a Node
 *     await seed(bed, objects);                                     // seed.ts: server-side apply as the admin
 *     await readAudit(bed);                                         // audit.ts: what was asked, by whom
 *     await bed.stop();                                             // in `after`; a dead process is cleaned up too
 *
 * Each test file starts its own. Programs are found or built by resolve.ts; a first build takes minutes and tells so.
 * Without the controller manager nothing fills quotas, deletes namespaces for good or makes default ServiceAccounts
 * (seed.ts makes those).
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { kubeconfig, newAccounts } from './accounts.ts';
import { adminClient, type AdminClient } from './admin-client.ts';
import { startApiServer } from './api-server.ts';
import { startEtcd } from './etcd.ts';
import { openHousehold, type Household } from './household.ts';
import { demandOneMinor, type Resolved } from './one-minor.ts';
import { startPart, type Part } from './parts.ts';
import { resolve, type ResolveOptions } from './resolve.ts';
import { makeDefaultServiceAccount } from './seed.ts';
import { defaultMinor } from './versions.ts';

export const allParts: readonly Part[] = ['kube-controller-manager', 'kube-scheduler', 'kwok'];

export interface ControlPlaneOptions extends ResolveOptions {
  /** Besides etcd and kube-apiserver; none by default. */
  readonly parts?: readonly Part[];
}

export interface ControlPlane {
  /** `https://127.0.0.1:<port>` */
  readonly server: string;
  /** The certificate authority of this control plane, PEM. */
  readonly ca: string;
  readonly caFile: string;
  /** Path of a kubeconfig with the context `bed-admin`: for seeding only, never for what is tested. */
  readonly adminKubeconfig: string;
  /** The same credential for plain requests. */
  readonly admin: AdminClient;
  /** Path of the audit log, one JSON event a line. */
  readonly auditLog: string;
  /** The parts that run besides etcd and kube-apiserver. */
  readonly parts: readonly Part[];
  /** A temporary folder that goes with the control plane; `logs/` has what each program wrote. */
  readonly folder: string;
  /** Name and process id of each program. */
  readonly programs: Household['programs'];
  /** Ends all programs and removes the folder. May be called twice. */
  readonly stop: () => Promise<void>;
}

/** Throws BedError when a program cannot be had or does not become ready; nothing is left running then. */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const { parts = [], ...resolving } = options;
  // Together: while one is downloaded or linked, another compiles.
  const [etcdFile, apiServerFile, ...partFiles] = await Promise.all([
    resolve('etcd', resolving),
    resolve('kube-apiserver', resolving),
    ...parts.map(async (part) => ({ name: part, file: await resolve(part, resolving) })),
  ]);
  const apiServer: Resolved = { name: 'kube-apiserver', file: apiServerFile };
  await demandOneMinor(resolving.minor ?? defaultMinor, [apiServer, ...partFiles]);

  const household = await openHousehold();
  try {
    const accounts = newAccounts();
    const etcd = await startEtcd(household, etcdFile);
    const api = await startApiServer(household, apiServerFile, { etcd, accounts });
    const caFile = join(household.folder, 'ca.crt');
    const adminKubeconfig = join(household.folder, 'admin.kubeconfig');
    await writeFile(caFile, api.ca);
    await writeFile(adminKubeconfig, kubeconfig(api.url, api.ca, accounts.admin), { mode: 0o600 });
    const admin = adminClient(api.url, api.ca, accounts.admin.token);
    for (const { name, file } of partFiles)
      await startPart(name, file, { household, api, accounts, caFile, admin });
    if (!parts.includes('kube-controller-manager')) await makeDefaultServiceAccount(admin, 'default');
    return {
      server: api.url,
      ca: api.ca,
      caFile,
      adminKubeconfig,
      admin,
      auditLog: api.auditLog,
      parts,
      folder: household.folder,
      programs: household.programs,
      stop: async () => {
        await admin.close();
        await household.end();
      },
    };
  } catch (error) {
    await household.end();
    throw error;
  }
}
