/** The GitRepo of a story -> its Bundles and BundleDeployments as they are now. */
import { at, isJsonArray, isJsonObject, type JsonObject } from '../../../src/object/json.ts';
import type { AdminClient } from '../../bed/admin-client.ts';
import { textAt } from '../read-object.ts';

export interface FleetState {
  readonly bundles: readonly JsonObject[];
  readonly deployments: readonly JsonObject[];
}

const group = '/apis/fleet.cattle.io/v1alpha1';

/** Of the GitRepos of that name in all workspaces; their labels are on what Fleet makes of them. */
export async function fleetState(admin: AdminClient, gitRepo: string): Promise<FleetState> {
  const selector = encodeURIComponent(`fleet.cattle.io/repo-name=${gitRepo}`);
  const [bundles, deployments] = await Promise.all([
    listed(admin, `${group}/bundles?labelSelector=${selector}`),
    listed(admin, `${group}/bundledeployments?labelSelector=${selector}`),
  ]);
  return { bundles, deployments };
}

export async function listed(admin: AdminClient, path: string): Promise<readonly JsonObject[]> {
  const { status, body } = await admin.send({ method: 'GET', path });
  if (status !== 200) throw new Error(`GET ${path}: ${JSON.stringify(body)}`);
  const items = at(body, 'items');
  return isJsonArray(items) ? items.filter(isJsonObject) : [];
}

export function labelOf(object: JsonObject, key: string): string {
  return textAt(object, 'metadata', 'labels', `fleet.cattle.io/${key}`);
}

/** What is to be deployed was deployed, and nothing else is to be. */
export function isDeployed(deployment: JsonObject): boolean {
  const wanted = textAt(deployment, 'spec', 'deploymentID');
  return (
    wanted !== '' &&
    [
      textAt(deployment, 'spec', 'stagedDeploymentID'),
      textAt(deployment, 'status', 'appliedDeploymentID'),
    ].every((each) => each === wanted)
  );
}

export function isLeaving(object: JsonObject): boolean {
  return textAt(object, 'metadata', 'deletionTimestamp') !== '';
}

/** Fleet's controller has made of it what it makes of it. */
export function isObserved(bundle: JsonObject): boolean {
  return at(bundle, 'status', 'observedGeneration') === at(bundle, 'metadata', 'generation');
}
