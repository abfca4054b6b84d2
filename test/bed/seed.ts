/** Objects -> the same objects in the cluster, by server-side apply with the admin credential, in the given order. */
import { setTimeout as sleep } from 'node:timers/promises';

import { groupVersionOf } from '../../src/object/identity.ts';
import { at, isJsonArray, type JsonObject } from '../../src/object/json.ts';
import { namespaceOf, type KubeObject } from '../../src/object/kube-object.ts';
import type { AdminClient } from './admin-client.ts';
import { BedError } from './bed-error.ts';

export interface Seedable {
  readonly admin: AdminClient;
  readonly parts: readonly string[];
}

const patienceMs = 20_000;

/** `manager` is the field manager, default `bed-seed`. Answers with the objects as the server has them. Throws BedError when one is refused. */
export async function seed(
  bed: Seedable,
  objects: readonly KubeObject[],
  manager = 'bed-seed',
): Promise<readonly JsonObject[]> {
  const made: JsonObject[] = [];
  for (const object of objects) {
    made.push(await apply(bed.admin, object, manager));
    if (object.kind === 'Namespace' && !bed.parts.includes('kube-controller-manager')) {
      await makeDefaultServiceAccount(bed.admin, object.metadata.name);
    }
  }
  return made;
}

/** Pods are refused in a namespace without it, and without the controller manager nobody else makes it. */
export async function makeDefaultServiceAccount(admin: AdminClient, namespace: string): Promise<void> {
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace } };
  await apply(admin, account, 'bed-seed');
}

async function apply(admin: AdminClient, object: KubeObject, manager: string): Promise<JsonObject> {
  const path = await pathOf(admin, object);
  const reply = await admin.send({
    method: 'PATCH',
    path: `${path}?fieldManager=${manager}&force=true`,
    contentType: 'application/apply-patch+yaml',
    body: object,
  });
  if (reply.status === 200 || reply.status === 201) return reply.body;
  throw new BedError(`${object.kind} ${object.metadata.name} was not seeded: ${JSON.stringify(reply.body)}`);
}

/** The path of an object. A kind of a CustomResourceDefinition that was just seeded is waited for. */
export async function pathOf(admin: AdminClient, object: KubeObject): Promise<string> {
  const { group } = groupVersionOf(object.apiVersion);
  const base = group === '' ? `/api/${object.apiVersion}` : `/apis/${object.apiVersion}`;
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const resource = await resourceOf(admin, base, object.kind);
    if (resource !== undefined) {
      const namespace = resource.namespaced ? `/namespaces/${namespaceOf(object) || 'default'}` : '';
      return `${base}${namespace}/${resource.name}/${encodeURIComponent(object.metadata.name)}`;
    }
    if (Date.now() > deadline)
      throw new BedError(`the server does not know ${object.apiVersion} ${object.kind}`);
    await sleep(100);
  }
}

async function resourceOf(
  admin: AdminClient,
  base: string,
  kind: string,
): Promise<{ readonly name: string; readonly namespaced: boolean } | undefined> {
  const { body } = await admin.send({ method: 'GET', path: base });
  const resources = at(body, 'resources');
  if (!isJsonArray(resources)) return undefined;
  for (const resource of resources) {
    const name = at(resource, 'name');
    if (typeof name === 'string' && !name.includes('/') && at(resource, 'kind') === kind) {
      return { name, namespaced: at(resource, 'namespaced') === true };
    }
  }
  return undefined;
}
