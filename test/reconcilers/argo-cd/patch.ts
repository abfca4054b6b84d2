/** An Application or ApplicationSet and a merge patch -> the object as it is after it. */
import { at, type JsonObject } from '../../../src/object/json.ts';
import type { AdminClient } from '../../bed/admin-client.ts';
import { textAt } from '../read-object.ts';
import { nameOf } from './applications.ts';

/** Undefined where it is gone. */
export async function patch(
  admin: AdminClient,
  object: JsonObject,
  body: JsonObject,
): Promise<JsonObject | undefined> {
  const namespace = textAt(object, 'metadata', 'namespace');
  const resource = at(object, 'kind') === 'ApplicationSet' ? 'applicationsets' : 'applications';
  const reply = await admin.send({
    method: 'PATCH',
    path: `/apis/argoproj.io/v1alpha1/namespaces/${namespace}/${resource}/${nameOf(object)}`,
    contentType: 'application/merge-patch+json',
    body,
  });
  if (reply.status === 404) return undefined;
  if (reply.status !== 200) throw new Error(`${nameOf(object)}: ${JSON.stringify(reply.body)}`);
  return reply.body;
}
