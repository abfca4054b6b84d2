/** The kinds of Flux in a namespace -> their objects as they are now, in the order in which one needs the other. */
import { at, isJsonArray, isJsonObject, type JsonObject } from '../../../src/object/json.ts';
import type { AdminClient } from '../../bed/admin-client.ts';
import { textAt } from '../read-object.ts';

export interface FluxResource {
  readonly api: string;
  readonly resource: string;
}

const source = 'source.toolkit.fluxcd.io/v1';

export const kustomizations: FluxResource = {
  api: 'kustomize.toolkit.fluxcd.io/v1',
  resource: 'kustomizations',
};
export const helmReleases: FluxResource = { api: 'helm.toolkit.fluxcd.io/v2', resource: 'helmreleases' };

/** Each step needs the results of the one before. */
export const steps: readonly (readonly FluxResource[])[] = [
  [
    { api: source, resource: 'gitrepositories' },
    { api: source, resource: 'ocirepositories' },
    { api: source, resource: 'helmrepositories' },
  ],
  [{ api: source, resource: 'helmcharts' }],
  [kustomizations],
  [helmReleases],
];

/** The path of one where `name` is given. */
export function pathOf({ api, resource }: FluxResource, namespace: string, name = ''): string {
  return `/apis/${api}/namespaces/${namespace}/${resource}${name && `/${name}`}`;
}

export async function listed(
  admin: AdminClient,
  kind: FluxResource,
  namespace: string,
): Promise<readonly JsonObject[]> {
  const { body } = await admin.send({ method: 'GET', path: pathOf(kind, namespace) });
  const items = at(body, 'items');
  return isJsonArray(items) ? items.filter(isJsonObject) : [];
}

export function isSuspended(object: JsonObject): boolean {
  return at(object, 'spec', 'suspend') === true;
}

export function isLeaving(object: JsonObject): boolean {
  return textAt(object, 'metadata', 'deletionTimestamp') !== '';
}

export interface Ready {
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

export function readyOf(object: JsonObject): Ready {
  const found = conditionsOf(object).find((each) => textAt(each, 'type') === 'Ready');
  const part = (key: string): string => textAt(found, key);
  return { status: part('status'), reason: part('reason'), message: part('message') };
}

export function waitsForAnother(object: JsonObject): boolean {
  return ['SourceNotReady', 'DependencyNotReady'].includes(readyOf(object).reason);
}

/** Also where it failed, or another one is not ready, and it only waits to try again. */
export function isAtRest(object: JsonObject): boolean {
  if (waitsForAnother(object)) return true;
  const going = conditionsOf(object).find((each) => textAt(each, 'type') === 'Reconciling');
  return textAt(going, 'status') !== 'True' || textAt(going, 'reason') === 'ProgressingWithRetry';
}

function conditionsOf(object: JsonObject): readonly JsonObject[] {
  const conditions = at(object, 'status', 'conditions');
  return isJsonArray(conditions) ? conditions.filter(isJsonObject) : [];
}
