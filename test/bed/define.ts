/** A CustomResourceDefinition -> in the cluster, unless it is there already: many are megabytes, slow to apply anew. */
import { at, isJsonArray } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { BedError } from './bed-error.ts';
import type { ControlPlane } from './control-plane.ts';
import { pathsOf } from './resources.ts';

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

/** A program that starts before its kinds are served may end at once. Throws BedError when one is not served in time. */
export async function untilServed(
  { admin }: ControlPlane,
  definitions: readonly KubeObject[],
): Promise<void> {
  const pathOf = pathsOf(admin);
  for (const { metadata, spec } of definitions) {
    const [group, kind, versions] = [at(spec, 'group'), at(spec, 'names', 'kind'), at(spec, 'versions')];
    if (typeof group !== 'string' || typeof kind !== 'string' || !isJsonArray(versions)) continue;
    for (const version of versions) {
      const name = at(version, 'name');
      if (typeof name !== 'string' || at(version, 'served') !== true) continue;
      await pathOf({ apiVersion: `${group}/${name}`, kind, metadata: { name: metadata.name } });
    }
  }
}
