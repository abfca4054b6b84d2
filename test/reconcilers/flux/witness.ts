/** A story's Kustomizations and HelmReleases -> the objects that Flux counts as theirs. */
import { at, isJsonArray, type Json } from '../../../src/object/json.ts';
import type { VersionedIdentity } from '../../../src/object/identity.ts';
import { homeCluster, type Placed } from '../placed.ts';
import { textAt } from '../read-object.ts';
import { helmReleases, kustomizations, listed } from './flux-kinds.ts';
import { nameOf, type Settling } from './settle.ts';

export interface Listed extends Placed {
  /** The id that a review gives to the unit that lists it. */
  readonly unit: string;
}

export async function inventories({ admin, namespace }: Settling): Promise<readonly Listed[]> {
  const found: Listed[] = [];
  for (const [kind, resource] of [
    ['Kustomization', kustomizations],
    ['HelmRelease', helmReleases],
  ] as const) {
    for (const object of await listed(admin, resource, namespace)) {
      const unit = `flux/${homeCluster}/${kind}/${namespace}/${nameOf(object)}`;
      const entries = at(object, 'status', 'inventory', 'entries');
      for (const entry of isJsonArray(entries) ? entries : [])
        found.push({ unit, cluster: homeCluster, identity: identityIn(entry) });
    }
  }
  return found;
}

/** `<namespace>_<name>_<group>_<kind>`, where a colon in a name is written `__`. */
function identityIn(entry: Json): VersionedIdentity {
  const [, namespace = '', name = '', group = '', kind = ''] =
    /^([^_]*)_(.*)_([^_]*)_([^_]+)$/u.exec(textAt(entry, 'id')) ?? [];
  return { group, version: textAt(entry, 'v'), kind, namespace, name: name.replaceAll('__', ':') };
}
