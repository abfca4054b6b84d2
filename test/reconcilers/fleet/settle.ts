/** The GitRepos of a story -> Fleet has deployed all of them, or has nothing new to do about what it cannot deploy. */
import { setTimeout as sleep } from 'node:timers/promises';

import { at, type JsonObject } from '../../../src/object/json.ts';
import { textAt } from '../read-object.ts';
import { patience, untilSo } from '../wait.ts';
import { fleetState, isDeployed, isLeaving, isObserved, type FleetState } from './bundles.ts';
import type { Court } from './court.ts';
import { hasFailed } from './releases.ts';

const pollMs = 1000;
/** Milliseconds without a change: what is deployed, what has failed, and what only waits, of which no status tells. */
const quiet = { deployed: 3000, failed: 7000, waiting: 20_000 } as const;

type End = keyof typeof quiet;

/** Throws with the states when it does not come to rest. */
export async function settle(court: Court, gitRepo: string): Promise<void> {
  const look = async (): Promise<{ readonly said: string; readonly end: End | undefined }> => {
    const state = await fleetState(court.home.admin, gitRepo);
    return { said: saidOf(state), end: await endOf(court, state) };
  };
  let [seen, since] = [await look(), Date.now()];
  await untilSo(
    {
      what: () => `for the bundles of ${gitRepo}: ${seen.said}`,
      isSo: () => seen.end !== undefined && Date.now() - since >= quiet[seen.end],
      progress: () => seen.said,
    },
    {
      next: async () => {
        await sleep(pollMs);
        const next = await look();
        if (next.said !== seen.said || next.end !== seen.end) since = Date.now();
        seen = next;
      },
      end: () => undefined,
    },
    patience,
  );
}

async function endOf(court: Court, { bundles, deployments }: FleetState): Promise<End | undefined> {
  if ([...bundles, ...deployments].some(isLeaving) || !bundles.every(isObserved)) return undefined;
  const undone = deployments.filter((each) => !isDeployed(each));
  if (undone.length === 0) return 'deployed';
  const failed = await Promise.all(undone.map(async (each) => hasFailed(court, each)));
  return failed.every(Boolean) ? 'failed' : 'waiting';
}

/** A release that fails is tried again for ever, and each time has another number. */
function saidOf({ bundles, deployments }: FleetState): string {
  return [...bundles.map(bundleSaid), ...deployments.map(deploymentSaid)].toSorted().join('; ');
}

function bundleSaid(bundle: JsonObject): string {
  return `${nameOf(bundle)} at ${JSON.stringify(at(bundle, 'metadata', 'generation'))}${isLeaving(bundle) ? ' leaves' : ''}`;
}

function deploymentSaid(deployment: JsonObject): string {
  const ids = [
    textAt(deployment, 'spec', 'stagedDeploymentID'),
    textAt(deployment, 'spec', 'deploymentID'),
    textAt(deployment, 'status', 'appliedDeploymentID'),
  ];
  return `${nameOf(deployment)} ${ids.map((id) => id.slice(0, 20)).join(' > ')}${isLeaving(deployment) ? ' leaves' : ''}`;
}

function nameOf(object: JsonObject): string {
  return `${textAt(object, 'metadata', 'namespace')}/${textAt(object, 'metadata', 'name')}`;
}

/** Throws what is not deployed. */
export async function demandDeployed(court: Court, gitRepo: string): Promise<void> {
  const { deployments } = await fleetState(court.home.admin, gitRepo);
  const undone = deployments.filter((each) => !isDeployed(each));
  if (deployments.length === 0) throw new Error('base is deployed nowhere');
  if (undone.length === 0) return;
  const said = undone.map(
    (each) => `${deploymentSaid(each)} ${JSON.stringify(at(each, 'status', 'conditions'))}`,
  );
  throw new Error(`base is not deployed: ${said.join('; ')}`);
}
