/** Objects -> the same objects in the cluster, by server-side apply with the admin credential, in the given order. */
import type { JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import type { AdminClient } from './admin-client.ts';
import { BedError } from './bed-error.ts';
import { pathsOf, type PathOf } from './resources.ts';

interface Seedable {
  readonly admin: AdminClient;
  readonly parts: readonly string[];
}

/**
 * `manager` is the field manager. A kind whose CustomResourceDefinition was seeded just before is waited for.
 * Answers with the objects as the server has them; throws BedError when one is refused.
 */
export async function seed(
  bed: Seedable,
  objects: readonly KubeObject[],
  manager = 'bed-seed',
): Promise<readonly JsonObject[]> {
  const apply = applier(bed.admin, pathsOf(bed.admin));
  const made: JsonObject[] = [];
  for (const object of objects) {
    made.push(await apply(object, manager));
    if (object.kind === 'Namespace' && !bed.parts.includes('kube-controller-manager')) {
      await makeDefaultServiceAccount(bed.admin, object.metadata.name);
    }
  }
  return made;
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
