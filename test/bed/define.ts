/** A CustomResourceDefinition -> in the cluster, unless it is there already: many are megabytes, slow to apply anew. */
import type { KubeObject } from '../../src/object/kube-object.ts';
import { BedError } from './bed-error.ts';
import type { ControlPlane } from './control-plane.ts';

export function isDefinition({ kind }: KubeObject): boolean {
  return kind === 'CustomResourceDefinition';
}

export async function define({ admin }: ControlPlane, definition: KubeObject): Promise<'made' | 'there'> {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const reply = await admin.send({ method: 'POST', path, body: definition });
  if (reply.status === 201) return 'made';
  if (reply.status === 409) return 'there';
  throw new BedError(`${definition.metadata.name} was not made: ${JSON.stringify(reply.body)}`);
}
