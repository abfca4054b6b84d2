/** The BundleDeployments of a story -> the objects of their Helm releases, by the records on each cluster. */
import { withoutIdleNamespace } from '../../../src/object/cluster-scoped.ts';
import { identityOf } from '../../../src/object/identity.ts';
import type { JsonObject } from '../../../src/object/json.ts';
import { manifestOf, readRecord, type HelmRecord } from '../../../src/reconciler/helm-record.ts';
import type { ControlPlane } from '../../bed/control-plane.ts';
import { homeCluster, secondCluster, type Placed } from '../placed.ts';
import { isKubeObject, textAt } from '../read-object.ts';
import { fleetState, isDeployed, labelOf, listed } from './bundles.ts';
import { westName, type Court } from './court.ts';

export interface Listed extends Placed {
  /** The id that a review gives to the unit whose release has it. */
  readonly unit: string;
}

export async function releasedObjects(court: Court, gitRepo: string): Promise<readonly Listed[]> {
  const { deployments } = await fleetState(court.home.admin, gitRepo);
  const all = await Promise.all(deployments.map(async (each) => objectsOf(court, each)));
  return all.flat();
}

async function objectsOf(court: Court, deployment: JsonObject): Promise<readonly Listed[]> {
  const isSecond = labelOf(deployment, 'bundle-namespace') === 'fleet-default';
  const cluster = isSecond ? secondCluster : homeCluster;
  const bundle = `${labelOf(deployment, 'bundle-namespace')}/${labelOf(deployment, 'bundle-name')}`;
  const unit = `fleet/${homeCluster}/${bundle}@${isSecond ? westName : 'local'}`;
  const records = await recordsOf(isSecond ? court.second : court.home, deployment);
  const newest = records.find(({ status }) => status === 'deployed') ?? records[0];
  if (newest === undefined) return [];
  return manifestOf(newest).map((object) => {
    const { namespace, ...rest } = identityOf(object);
    const placed = { ...rest, namespace: namespace === '' ? newest.namespace : namespace };
    return { unit, cluster, identity: withoutIdleNamespace(placed) };
  });
}

/** Whether a deployment that is not done has at least been tried, and has failed. */
export async function hasFailed(court: Court, deployment: JsonObject): Promise<boolean> {
  if (isDeployed(deployment)) return false;
  const isSecond = labelOf(deployment, 'bundle-namespace') === 'fleet-default';
  const [newest] = await recordsOf(isSecond ? court.second : court.home, deployment);
  return newest?.status === 'failed';
}

/** Newest first. */
async function recordsOf(
  bed: ControlPlane | undefined,
  deployment: JsonObject,
): Promise<readonly HelmRecord[]> {
  const [, namespace, name] =
    /^([^/]+)\/([^/:]+)[:/]\d+$/u.exec(textAt(deployment, 'status', 'release')) ?? [];
  if (bed === undefined || namespace === undefined || name === undefined) return [];
  const selector = encodeURIComponent(`owner=helm,name=${name}`);
  const secrets = await listed(
    bed.admin,
    `/api/v1/namespaces/${namespace}/secrets?labelSelector=${selector}`,
  );
  return secrets
    .map((each) => ({ apiVersion: 'v1', kind: 'Secret', ...each }))
    .filter(isKubeObject)
    .flatMap((secret) => {
      const record = readRecord(secret);
      if ('why' in record) throw new Error(record.why);
      return [record];
    })
    .toSorted((a, b) => b.version - a.version);
}
