/** Objects -> the same objects in the cluster, by server-side apply with the admin credential, in the given order. */
import { at, isJsonArray, type JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import type { AdminClient } from './admin-client.ts';
import { BedError } from './bed-error.ts';
import { pathsOf, type PathOf } from './resources.ts';

interface Seedable {
  readonly admin: AdminClient;
  readonly parts: readonly string[];
}

/**
 * `manager` is the field manager. The kinds of CustomResourceDefinitions among them are served then.
 * Answers with the objects as the server has them; throws BedError when one is refused.
 */
export async function seed(
  bed: Seedable,
  objects: readonly KubeObject[],
  manager = 'bed-seed',
): Promise<readonly JsonObject[]> {
  const pathOf = pathsOf(bed.admin);
  const apply = applier(bed.admin, pathOf);
  const made: JsonObject[] = [];
  for (const object of objects) {
    made.push(await apply(object, manager));
    if (object.kind === 'Namespace' && !bed.parts.includes('kube-controller-manager')) {
      await makeDefaultServiceAccount(bed.admin, object.metadata.name);
    }
  }
  for (const kind of objects.flatMap(definedBy)) await pathOf(kind);
  return made;
}

/** An object of the kind that a CustomResourceDefinition defines: an identity that is made next may need its kind to be served. */
function definedBy({ kind, metadata, spec }: KubeObject): readonly KubeObject[] {
  if (kind !== 'CustomResourceDefinition') return [];
  const [group, name, versions] = [at(spec, 'group'), at(spec, 'names', 'kind'), at(spec, 'versions')];
  const served = isJsonArray(versions)
    ? versions.find((version) => at(version, 'served') === true)
    : undefined;
  const version = at(served, 'name');
  if (typeof group !== 'string' || typeof name !== 'string' || typeof version !== 'string') return [];
  return [{ apiVersion: `${group}/${version}`, kind: name, metadata: { name: metadata.name } }];
}

/** Pods are refused in a namespace without it, and without the controller manager nobody else makes it. */
export async function makeDefaultServiceAccount(admin: AdminClient, namespace: string): Promise<void> {
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace } };
  await applier(admin, pathsOf(admin))(account, 'bed-seed');
}

function applier(
  admin: AdminClient,
  pathOf: PathOf,
): (object: KubeObject, manager: string) => Promise<JsonObject> {
  return async (object, manager) => {
    const reply = await admin.send({
      method: 'PATCH',
      path: `${await pathOf(object)}?fieldManager=${encodeURIComponent(manager)}&force=true`,
      contentType: 'application/apply-patch+yaml',
      body: object,
    });
    if (reply.status === 200 || reply.status === 201) return reply.body;
    throw new BedError(
      `${object.kind} ${object.metadata.name} was not seeded: ${JSON.stringify(reply.body)}`,
    );
  };
}
