/** A cluster for which Fleet has made an agent's account and Deployment -> the agent, as a process of this machine. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { KubeObject } from '../../../src/object/kube-object.ts';
import { at } from '../../../src/object/json.ts';
import { accountKubeconfig } from '../account-kubeconfig.ts';
import { answers } from '../answers.ts';
import { BedError } from '../bed-error.ts';
import type { ControlPlane } from '../control-plane.ts';
import { freePorts } from '../free-ports.ts';
import type { Household, Running } from '../household.ts';
import { untilReady } from '../ready.ts';
import { resolve } from '../resolve.ts';
import { containerEnvironment } from './installation.ts';

export interface AgentPlace {
  /** Where Fleet runs. */
  readonly home: ControlPlane;
  readonly cluster: { readonly namespace: string; readonly name: string };
  /** Where Fleet puts its account, its Deployment and the Secret by which it registers. */
  readonly namespace: string;
  /** Whose it is to make them: its last words are told when they do not come. */
  readonly maker: Running;
}

/** In `bed`, which is the cluster that it deploys to. */
export async function startAgent(bed: ControlPlane, household: Household, place: AgentPlace): Promise<void> {
  const { cluster, namespace, maker } = place;
  await untilReady(maker, async () => isMade(place));
  const deployment = await deploymentIn(bed, namespace);
  const [metrics = 0, probe = 0] = await freePorts(2);
  const name = `fleetagent-${cluster.name}`;
  const home = join(household.folder, name);
  await mkdir(join(home, 'tmp'), { recursive: true });
  const running = household.start({
    name,
    file: await resolve('fleetagent-0.15'),
    args: ['--leader-elect=false'],
    env: {
      ...containerEnvironment(deployment, 'fleet-agent'),
      PATH: process.env['PATH'],
      HOME: home,
      TMPDIR: join(home, 'tmp'),
      NAMESPACE: namespace,
      FLEET_AGENT_METRICS_BIND_ADDRESS: `127.0.0.1:${String(metrics)}`,
      FLEET_AGENT_PROBE_BIND_ADDRESS: `127.0.0.1:${String(probe)}`,
      KUBECONFIG: await accountKubeconfig(bed, { namespace, name: 'fleet-agent' }, home),
    },
  });
  await untilReady(running, async () => answers(`http://127.0.0.1:${String(probe)}/readyz`));
}

/**
 * Fleet takes back the first agent when it sees, after that, that it has to tolerate something. One that is started in
 * between finds no Secret, and waits for a minute.
 */
async function isMade({ home, cluster }: AgentPlace): Promise<boolean> {
  const path = `/apis/fleet.cattle.io/v1alpha1/namespaces/${cluster.namespace}/clusters/${cluster.name}`;
  const { spec, status } = (await home.admin.send({ method: 'GET', path })).body;
  const isSettled =
    at(spec, 'agentTolerations') === undefined || at(status, 'agentTolerationsHash') !== undefined;
  const isChanged = at(status, 'agentConfigChanged') === true;
  return isSettled && !isChanged && at(status, 'agentDeployedGeneration') !== undefined;
}

async function deploymentIn({ admin }: ControlPlane, namespace: string): Promise<KubeObject> {
  const name = 'fleet-agent';
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`;
  const { status, body } = await admin.send({ method: 'GET', path });
  if (status !== 200) throw new BedError(`Fleet made no agent in ${namespace}: ${JSON.stringify(body)}`);
  return { ...body, apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace } };
}
