/** An Application or ApplicationSet and a merge patch -> the object as it is after it. */
import { setTimeout as sleep } from 'node:timers/promises';

import { at, type JsonObject } from '../../../src/object/json.ts';
import type { AdminClient } from '../../bed/admin-client.ts';
import { textAt } from '../read-object.ts';
import { nameOf } from './applications.ts';

const mostTries = 5;

/** Undefined where it is gone. */
export async function patch(
  admin: AdminClient,
  object: JsonObject,
  body: JsonObject,
): Promise<JsonObject | undefined> {
  const namespace = textAt(object, 'metadata', 'namespace');
  const resource = at(object, 'kind') === 'ApplicationSet' ? 'applicationsets' : 'applications';
  for (let tries = 1; ; tries += 1) {
    const reply = await admin.send({
      method: 'PATCH',
      path: `/apis/argoproj.io/v1alpha1/namespaces/${namespace}/${resource}/${nameOf(object)}`,
      contentType: 'application/merge-patch+json',
      body,
    });
    if (reply.status === 200) return reply.body;
    if (reply.status === 404) return undefined;
    // A server gives a patch up when others write between its own tries.
    if (reply.status !== 409 || tries === mostTries)
      throw new Error(`${nameOf(object)}: ${JSON.stringify(reply.body)}`);
    await sleep(100 * tries);
  }
}
