/** The chart of Fleet's release and the cluster that it manages from -> the objects of an installation, with no Pod. */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { at, isJsonArray, isJsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { BedError } from '../bed-error.ts';
import type { ControlPlane } from '../control-plane.ts';
import { readReleased } from '../released.ts';
import { resolve } from '../resolve.ts';
import { run } from '../run.ts';
import { fleetSource } from './sources.ts';

export const fleetNamespace = 'cattle-fleet-system';

/** As Rancher has it for the cluster that Fleet itself runs in. */
export const localAgentNamespace = 'cattle-fleet-local-system';

/** `controller` is the path of fleetcontroller, which has the chart beside it; `folder` is for what is written on the way. */
export async function readInstallation(
  bed: ControlPlane,
  controller: string,
  folder: string,
): Promise<readonly KubeObject[]> {
  const tag = fleetSource.version;
  const none = { replicas: 0 };
  const values = {
    image: { tag },
    agentImage: { tag },
    apiServerURL: bed.server,
    apiServerCA: bed.ca,
    bootstrap: { agentNamespace: localAgentNamespace },
    controller: none,
    gitjob: none,
    helmops: none,
    // A release that lost its bundle is found by this round only: a test cannot wait for a quarter of an hour.
    garbageCollectionInterval: '5s',
  };
  const chart = join(dirname(controller), 'fleet');
  const [valuesFile, into] = [join(folder, 'values.json'), join(folder, 'installation.yaml')];
  await writeFile(valuesFile, JSON.stringify(values));
  const outcome = await run({
    file: await resolve('helm4'),
    // Its hooks clean up after older versions.
    args: ['template', 'fleet', chart, '--no-hooks', '--namespace', fleetNamespace, '--values', valuesFile],
    cwd: folder,
    env: { HOME: folder, PATH: process.env['PATH'] },
  });
  if (outcome.kind !== 'done') {
    throw new BedError(`the chart of Fleet was not rendered: ${JSON.stringify(outcome)}`);
  }
  await writeFile(into, outcome.stdout);
  return (await readReleased(into)).map(placed);
}

function placed(object: KubeObject): KubeObject {
  if (object.kind.startsWith('ClusterRole')) return object;
  return { ...object, metadata: { ...object.metadata, namespace: fleetNamespace } };
}

/** What a container of a workload has in its environment, as far as it is written there. */
export function containerEnvironment(
  workload: KubeObject | undefined,
  container: string,
): Readonly<Record<string, string>> {
  const containers = at(workload, 'spec', 'template', 'spec', 'containers');
  const found = isJsonArray(containers)
    ? containers.find((each) => at(each, 'name') === container)
    : undefined;
  const variables = at(found, 'env');
  if (!isJsonArray(variables)) throw new BedError(`no workload of Fleet has a container ${container}`);
  const environment: Record<string, string> = {};
  for (const variable of variables) {
    if (!isJsonObject(variable)) continue;
    const { name, value } = variable;
    if (typeof name === 'string' && typeof value === 'string') environment[name] = value;
  }
  return environment;
}
