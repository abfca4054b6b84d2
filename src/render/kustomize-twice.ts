/** kustomize's refusal of an object that is there twice -> the places that declare it, which it does not name all. */
import { identityOf } from '../object/identity.ts';
import type { Place } from '../object/place.ts';
import { readYaml } from '../object/yaml.ts';
import type { Closure } from '../reconciler/unit.ts';
import type { Tree } from '../source/tree.ts';
import { isWithin } from './repository-path.ts';
import { limits } from './sandbox.ts';

/** `Deployment.v1.apps/name.namespace`; an empty group is `[noGrp]`, an absent namespace `[noNs]`. */
const registered = /already registered id: (\w+)\.[^/\s]*\/([^\s'"]+)\.(?:\[noNs\]|[a-z0-9-]+)/u;

export async function placesOfTwice(
  message: string,
  tree: Tree,
  closure: Closure,
): Promise<readonly Place[]> {
  const [, kind, name] = registered.exec(message) ?? [];
  if (kind === undefined || name === undefined) return [];
  const paths = [...tree.entries.keys()].filter(
    (path) => isWithin(closure.paths, path) && /\.ya?ml$|\.json$/u.test(path),
  );
  const places: Place[] = [];
  for (const [path, content] of await tree.read(paths, limits.read)) {
    if (!content.includes(name)) continue;
    for (const document of readYaml(path, content)) {
      if (document.kind !== 'object') continue;
      const identity = identityOf(document.object);
      if (identity.kind === kind && identity.name === name) places.push(document.place);
    }
  }
  return places;
}
