/** A cluster for which Fleet has made an agent's account and Deployment -> the agent, as a process of this machine. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { KubeObject } from '../../../src/object/kube-object.ts';
import { at } from '../../../src/object/json.ts';
import { accountKubeconfig } from '../account-kubeconfig.ts';
import { answers } from '../answers.ts';
import { BedError } from '../bed-error.ts';
import type { ControlPlane } from '../control-plane.ts';
import { freePorts } from '../free-ports.ts';
import type { Household } from '../household.ts';
import { untilReady } from '../ready.ts';
import { resolve } from '../resolve.ts';
import { containerEnvironment } from './installation.ts';

const patienceMs = 60_000;

export interface AgentPlace {
  /** The name of the cluster, for the log. */
  readonly cluster: string;
  /** Where Fleet put its account, its Deployment and the Secret by which it registers. */
  readonly namespace: string;
  /** Whose it is to make them: its last words are told when they do not come. */
  readonly maker: Parameters<typeof untilReady>[0];
}

/** In `bed`, which is the cluster that it deploys to. */
export async function startAgent(bed: ControlPlane, household: Household, place: AgentPlace): Promise<void> {
  const { cluster, namespace, maker } = place;
  const deployment = await deploymentOf(bed, place);
  await untilReady(maker, async () => isThere(bed, `${namespace}/secrets/fleet-agent-bootstrap`));
  const [metrics = 0, probe = 0] = await freePorts(2);
  const name = `fleetagent-${cluster}`;
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

async function deploymentOf(bed: ControlPlane, { namespace, maker }: AgentPlace): Promise<KubeObject> {
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments/fleet-agent`;
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const { status, body } = await bed.admin.send({ method: 'GET', path });
    const name = at(body, 'metadata', 'name');
    if (status === 200 && typeof name === 'string') {
      return { ...body, apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace } };
    }
    if (maker.ended() || Date.now() > deadline) {
      throw new BedError(`Fleet made no agent in ${namespace}:\n${await maker.lastWords()}`);
    }
    await sleep(100);
  }
}

async function isThere({ admin }: ControlPlane, path: string): Promise<boolean> {
  return (await admin.send({ method: 'GET', path: `/api/v1/namespaces/${path}` })).status === 200;
}
