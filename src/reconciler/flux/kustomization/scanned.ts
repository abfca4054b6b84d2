/** A directory without a kustomization -> the resources of the one that Flux generates (fluxcd/pkg/kustomize, scanManifests). */
import { posix } from 'node:path';
import { kustomizationNames } from '../../kustomization.ts';
import type { View } from '../../view.ts';

const names: readonly string[] = kustomizationNames;

export interface Scanned {
  /** Relative to the directory, in the order of the walk. */
  readonly resources: readonly string[];
  /** Directories among them, with a kustomization of their own. */
  readonly kustomizations: readonly string[];
}

export function scanned(view: View, directory: string): Scanned {
  const found: { resources: string[]; kustomizations: string[] } = { resources: [], kustomizations: [] };
  const walk = (at: string): void => {
    for (const name of [...(view.directories.get(at) ?? [])].sort(inBytes)) {
      const path = posix.join(at, name);
      const resource = `./${posix.relative(directory, path)}`;
      if (view.tree.entries.has(path)) {
        if (/\.ya?ml$/u.test(name)) found.resources.push(resource);
      } else if (hasKustomization(view, path)) {
        found.resources.push(resource);
        found.kustomizations.push(path);
      } else walk(path);
    }
  };
  walk(directory);
  return found;
}

export function hasKustomization(view: View, directory: string): boolean {
  return names.some((name) => view.tree.entries.has(posix.join(directory, name)));
}

function inBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
