/**
 * A GitRepo and a checkout of its repository -> its Bundles in the cluster, by the `fleetcli apply` of the Job that Fleet
 * would start for it: the same arguments, targets and rights. Jobs need Pods that really run, which the bed has not.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { at, jsonIn, type JsonObject } from '../../../src/object/json.ts';
import { namespaceOf, type KubeObject } from '../../../src/object/kube-object.ts';
import { accountKubeconfig, type AccountName } from '../account-kubeconfig.ts';
import { BedError } from '../bed-error.ts';
import type { ControlPlane } from '../control-plane.ts';
import type { Household } from '../household.ts';
import { resolve } from '../resolve.ts';
import { run } from '../run.ts';
import { seed } from '../seed.ts';
import { gitJobArguments, gitJobTargets } from './git-job-arguments.ts';

export type Applied =
  | { readonly kind: 'applied' }
  /** What the GitRepo's status would tell. */
  | { readonly kind: 'failed'; readonly message: string };

export async function runGitJob(
  bed: ControlPlane,
  household: Household,
  job: { readonly gitRepo: KubeObject; readonly checkout: string },
): Promise<Applied> {
  const { gitRepo, checkout } = job;
  const account = { namespace: namespaceOf(gitRepo), name: `git-${gitRepo.metadata.name}` };
  const home = join(household.folder, 'git-jobs', account.namespace, account.name);
  await mkdir(join(home, 'tmp'), { recursive: true });
  await seed(bed, gitJobRights(account), 'gitjob');
  const targets = join(home, 'targets.yaml');
  await writeFile(targets, JSON.stringify(gitJobTargets(gitRepo)));
  const outcome = await run({
    file: await resolve('fleetcli-0.15'),
    args: gitJobArguments(gitRepo, targets),
    cwd: checkout,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      TMPDIR: join(home, 'tmp'),
      // The Job is told the commit; without that the program asks git in its folder, which answers the same.
      FLEET_JSON_OUTPUT: 'true',
      KUBECONFIG: await accountKubeconfig(bed, account, home),
    },
  });
  if (outcome.kind === 'done') return { kind: 'applied' };
  if (outcome.kind === 'missing') throw new BedError('fleetcli is gone');
  return { kind: 'failed', message: messageIn(outcome.stderr) };
}

function messageIn(stderr: string): string {
  const told = stderr
    .split('\n')
    .map((line) => at(jsonIn(line), 'fleetErrorMessage'))
    .find((message) => typeof message === 'string');
  return typeof told === 'string' ? told : stderr;
}

/** The account of the Job, first. */
export function gitJobRights({ namespace, name }: AccountName): readonly KubeObject[] {
  const account = { namespace, name };
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  const rule = (group: string, resource: string, ...verbs: readonly string[]): JsonObject => ({
    apiGroups: [group],
    resources: [resource],
    verbs,
  });
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: account },
    {
      apiVersion,
      kind: 'Role',
      metadata: account,
      rules: [
        rule('fleet.cattle.io', 'bundles', 'get', 'create', 'update', 'list', 'delete'),
        rule('fleet.cattle.io', 'gitrepos', 'get'),
        rule('', 'secrets', 'get', 'create', 'update', 'delete'),
        rule('', 'events', 'create'),
      ],
    },
    {
      apiVersion,
      kind: 'RoleBinding',
      metadata: account,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: account.name },
      subjects: [{ kind: 'ServiceAccount', ...account }],
    },
  ];
}
