/** The files of a bundle that has neither chart nor kustomization -> those that it deploys, in Fleet's order (internal/helmdeployer/render). */
import { posix } from 'node:path';

export interface RawFiles {
  /** Paths of the tree. */
  readonly files: readonly string[];
  /** Why it cannot be told what is deployed; raw. */
  readonly unseen: string | undefined;
}

/** `resources`: name in the bundle -> path. An overlay lays its files over those of the same name. */
export function rawFiles(resources: ReadonlyMap<string, string>, overlays: readonly string[]): RawFiles {
  const laid = new Map(resources);
  let unseen: string | undefined;
  for (const overlay of overlays) {
    const prefix = `overlays/${overlay}/`;
    for (const [name, path] of resources) {
      if (!name.startsWith(prefix)) continue;
      const inner = name.slice(prefix.length);
      if (posix.basename(inner).includes('_patch.')) unseen = `${path} patches another file of the bundle`;
      else laid.set(inner, path);
    }
  }
  const names = [...laid.keys()].filter((name) => !name.startsWith('overlays/')).sort();
  const apart = names.filter(isRoot).map((name) => `${posix.dirname(name)}/`);
  const deployed = names.filter(
    (name) => isManifest(name) && !apart.some((prefix) => name.startsWith(prefix)),
  );
  const template = deployed.find((name) => name.startsWith('templates/'));
  if (template !== undefined)
    unseen = `${laid.get(template) ?? template} is a template of Helm without a chart`;
  return { files: deployed.flatMap((name) => laid.get(name) ?? []), unseen };
}

/** Another bundle, or a chart, begins there. */
function isRoot(name: string): boolean {
  return ['/fleet.yaml', '/fleet.yml', '/Chart.yaml'].some((end) => name.endsWith(end));
}

function isManifest(name: string): boolean {
  return name !== 'fleet.yaml' && name !== 'fleet.yml' && /\.(?:yaml|json|yml)$/u.test(name);
}
