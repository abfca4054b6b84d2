/** A plan -> the kustomization files that it puts into the tree, with their content. */
import type { RenderPlan } from '../reconciler/render-plan.ts';
import type { Tree } from '../source/tree.ts';
import { kustomizationNames, kustomizationOf } from './kustomization-files.ts';
import type { PathOf } from './remote-mounts.ts';
import { inDirectory } from './repository-path.ts';
import { singlePlans } from './single-plan.ts';

export function plannedKustomizations(
  plan: RenderPlan,
  { entries }: Tree,
  pathOf: PathOf,
): ReadonlyMap<string, Buffer> {
  const files = singlePlans(plan).flatMap((part) => {
    if (part.kind !== 'kustomize' || part.kustomization === undefined) return [];
    const { path, remote, kustomization } = part;
    const directory = pathOf({ path, ...(remote === undefined ? {} : { remote }) });
    if (directory === undefined) return [];
    const file = kustomizationOf(directory, entries) ?? inDirectory(directory, kustomizationNames[0]);
    // JSON is YAML: kustomize reads it as it reads any kustomization.
    return [[file, Buffer.from(JSON.stringify(kustomization))] as const];
  });
  return new Map(files);
}
