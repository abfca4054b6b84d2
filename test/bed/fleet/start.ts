/**
 * Starts a real Fleet beside a control plane: fleetcontroller, its agent management, and the agent of the cluster itself,
 * as processes of this machine.
 *
 *     const fleet = await startFleet(bed);          // a control plane with the controller manager
 *     await fleet.join(other, { name: 'west' });    // another control plane, as Cluster fleet-default/west with its agent
 *     await fleet.apply(gitRepo, checkout);         // what the Job of that GitRepo would do
 *     await fleet.stop();                           // its objects stay in the clusters
 *
 * The installation is that of the release's chart, with no replica of anything; the cluster itself is Cluster
 * fleet-local/local in ClusterGroup fleet-local/default. Each process has the credential of its ServiceAccount.
 */
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { KubeObject } from '../../../src/object/kube-object.ts';
import { accountKubeconfig } from '../account-kubeconfig.ts';
import { answers } from '../answers.ts';
import { BedError } from '../bed-error.ts';
import type { ControlPlane } from '../control-plane.ts';
import { define, untilServed } from '../define.ts';
import { freePorts } from '../free-ports.ts';
import { openHousehold, type Household, type Running } from '../household.ts';
import { untilReady } from '../ready.ts';
import { readReleased } from '../released.ts';
import { resolve } from '../resolve.ts';
import { seed } from '../seed.ts';
import { startAgent } from './agent.ts';
import { downstreamNamespace, registerCluster, type Downstream } from './downstream.ts';
import { runGitJob, type Applied } from './git-job.ts';
import {
  containerEnvironment,
  fleetNamespace,
  localAgentNamespace,
  readInstallation,
} from './installation.ts';

export interface Fleet {
  /** `logs/` has what each process wrote. */
  readonly folder: string;
  readonly programs: Household['programs'];
  /** `gitRepo` need not be in the cluster; `checkout` is the root of its repository, at the commit. */
  readonly apply: (gitRepo: KubeObject, checkout: string) => Promise<Applied>;
  /** The other control plane needs no controllers. */
  readonly join: (other: ControlPlane, cluster: Downstream) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Throws BedError when a program cannot be had or does not become ready; nothing is left running then. */
export async function startFleet(bed: ControlPlane): Promise<Fleet> {
  if (!bed.parts.includes('kube-controller-manager')) {
    throw new BedError('Fleet waits for tokens that only the controller manager makes');
  }
  const household = await openHousehold();
  try {
    const controller = await resolve('fleetcontroller-0.15');
    const objects = await install(bed, controller, household);
    const maker = await startControllers(bed, household, { controller, objects });
    const local = { namespace: 'fleet-local', name: 'local' };
    const made = { home: bed, maker };
    await startAgent(bed, household, { ...made, cluster: local, namespace: localAgentNamespace });
    return {
      folder: household.folder,
      programs: household.programs,
      apply: async (gitRepo, checkout) => runGitJob(bed, household, { gitRepo, checkout }),
      join: async (other, cluster) => {
        await registerCluster(bed, other, cluster);
        const named = { namespace: downstreamNamespace, name: cluster.name };
        await startAgent(other, household, { ...made, cluster: named, namespace: fleetNamespace });
      },
      stop: household.end,
    };
  } catch (error) {
    await household.end();
    throw error;
  }
}

async function install(
  bed: ControlPlane,
  controller: string,
  household: Household,
): Promise<readonly KubeObject[]> {
  const definitions = await readReleased(join(dirname(controller), 'definitions.yaml'));
  for (const each of definitions) await define(bed, each);
  await untilServed(bed, definitions);
  const objects = await readInstallation(bed, controller, household.folder);
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: fleetNamespace } };
  await seed(bed, [namespace, ...objects], 'fleet-installer');
  return objects;
}

/** Answers with the one that makes agents. */
async function startControllers(
  bed: ControlPlane,
  household: Household,
  { controller, objects }: { readonly controller: string; readonly objects: readonly KubeObject[] },
): Promise<Running> {
  const deployment = objects.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'fleet-controller',
  );
  const [health = 0] = await freePorts(1);
  const home = join(household.folder, 'fleet-controller');
  await mkdir(join(home, 'tmp'), { recursive: true });
  const account = { namespace: fleetNamespace, name: 'fleet-controller' };
  const kubeconfig = await accountKubeconfig(bed, account, home);
  const start = (name: string, args: readonly string[]): Running =>
    household.start({
      name,
      file: controller,
      args,
      env: {
        ...containerEnvironment(deployment, name),
        PATH: process.env['PATH'],
        HOME: home,
        TMPDIR: join(home, 'tmp'),
        NAMESPACE: fleetNamespace,
        FLEET_HEALTHPROBE_BIND_ADDRESS: `127.0.0.1:${String(health)}`,
        // The agents that it makes are processes of this machine.
        FLEET_AGENT_REPLICA_COUNT: '0',
        KUBECONFIG: kubeconfig,
      },
    });
  const running = start('fleet-controller', ['--leader-elect=false', '--disable-metrics']);
  const maker = start('fleet-agentmanagement', ['agentmanagement']);
  await untilReady(running, async () => answers(`http://127.0.0.1:${String(health)}/readyz`));
  return maker;
}
