/**
 * Starts a real Argo CD beside a control plane: Redis, repo-server, application controller and ApplicationSet controller,
 * as processes of this machine.
 *
 *     const argoCd = await startArgoCd(bed, { version: '3.5', settings: { cm: { … }, params: { … } } });
 *     …                                  // Applications in namespace `argocd`, destination https://kubernetes.default.svc
 *     await argoCd.stop();               // its objects stay in the cluster
 *
 * The installation in the cluster is that of the release's install.yaml, with no replica of anything. Each process has the
 * credential of its ServiceAccount, and is told of argocd-cmd-params-cm as its Pod would be.
 */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { accountKubeconfig } from '../account-kubeconfig.ts';
import type { ControlPlane } from '../control-plane.ts';
import { openHousehold, type Household } from '../household.ts';
import { judges, type JudgeName } from '../judges.ts';
import { resolve } from '../resolve.ts';
import { install } from './install.ts';
import { argoCdNamespace, readInstallation, type ArgoCdSettings } from './installation.ts';
import { startProcesses } from './processes.ts';

export const argoCdVersions = ['3.5', '3.2'] as const;

export type ArgoCdVersion = (typeof argoCdVersions)[number];

export interface ArgoCdOptions {
  readonly version: ArgoCdVersion;
  readonly settings?: ArgoCdSettings;
}

export interface ArgoCd {
  /** `logs/` has what each process wrote. */
  readonly folder: string;
  readonly programs: Household['programs'];
  readonly stop: () => Promise<void>;
}

const programsOf = {
  '3.5': { argocd: 'argo-cd-3.5', helm: 'helm4' },
  '3.2': { argocd: 'argo-cd-3.2', helm: 'helm3' },
} as const satisfies Readonly<
  Record<ArgoCdVersion, { readonly argocd: JudgeName; readonly helm: 'helm3' | 'helm4' }>
>;

/** `v3.5.7` */
export function versionName(version: ArgoCdVersion): string {
  return judges[programsOf[version].argocd].sources[0]?.version ?? version;
}

const accounts = ['argocd-application-controller', 'argocd-applicationset-controller'] as const;

/** Throws BedError when a program cannot be had or does not become ready; nothing is left running then. */
export async function startArgoCd(bed: ControlPlane, options: ArgoCdOptions): Promise<ArgoCd> {
  const { version, settings = {} } = options;
  const { argocd, helm } = programsOf[version];
  const files = {
    argocd: await resolve(argocd),
    redis: await resolve('redis-server'),
    helm: await resolve(helm),
    kustomize: await resolve('kustomize'),
  };
  const objects = await readInstallation(join(dirname(files.argocd), 'install.yaml'), settings);
  await install(bed, objects);

  const household = await openHousehold();
  try {
    const path = await writePath(household, files);
    const kubeconfigs = new Map<string, string>();
    for (const name of accounts) {
      const account = { namespace: argoCdNamespace, name };
      kubeconfigs.set(name, await accountKubeconfig(bed, account, household.folder));
    }
    await startProcesses({ household, objects, settings, path, redis: files.redis, kubeconfigs });
  } catch (error) {
    await household.end();
    throw error;
  }
  return { folder: household.folder, programs: household.programs, stop: household.end };
}

/** One executable that acts by the name of its file, beside the programs that it runs. */
async function writePath(
  household: Household,
  files: { readonly argocd: string; readonly helm: string; readonly kustomize: string },
): Promise<string> {
  const folder = join(household.folder, 'bin');
  await mkdir(folder);
  const names = ['argocd', 'argocd-repo-server', 'argocd-git-ask-pass', ...accounts];
  await Promise.all(names.map(async (name) => symlink(files.argocd, join(folder, name))));
  await symlink(files.helm, join(folder, 'helm'));
  await symlink(files.kustomize, join(folder, 'kustomize'));
  // It is asked for each revision, also where no signature is wanted; an unsigned commit has nothing to say.
  const verify = '#!/bin/sh\ngit verify-commit "$1" 2>&1\nexit 0\n';
  await writeFile(join(folder, 'git-verify-wrapper.sh'), verify, { mode: 0o755 });
  return folder;
}
