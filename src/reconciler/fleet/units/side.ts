/** One GitRepo as it is on one side -> the bundles that it makes, and those on their clusters. */
import type { JsonObject } from '../../../object/json.ts';
import { partAt } from '../../../object/fields.ts';
import type { View } from '../../view.ts';
import type { BundlePaths } from './bundle-paths.ts';
import { bundlePaths } from './bundle-paths.ts';
import type { FleetCluster } from './clusters.ts';
import type { Control } from './control.ts';
import { bundleOf } from './fleet-yaml.ts';
import type { DeclaredBundle } from './fleet-yaml.ts';
import type { GitRepo } from './git-repos.ts';
import { mergedOptions } from './merge.ts';
import { partitionsOf } from './partitions.ts';
import { restricted } from './restrictions.ts';
import { targetOn } from './targets.ts';
import { clustersFor } from './workspaces.ts';
import type { Placed } from './unit-of.ts';

export interface RepoSide {
  readonly control: Control;
  readonly repo: GitRepo;
  readonly paths: BundlePaths;
  /** In the order of their directories; two of one name are both here. */
  readonly bundles: readonly DeclaredBundle[];
  readonly placed: readonly Placed[];
}

/** Throws SourceError. */
export async function sideOf(declared: GitRepo, control: Control, view: View): Promise<RepoSide> {
  const { repo, refused } = restricted(declared, control.objects);
  const paths = bundlePaths(repo.spec, view);
  const bundles: DeclaredBundle[] = [];
  for (const path of distinct(paths.bundles)) {
    const bundle = await bundleOf(path, repo, view);
    if (bundle !== undefined) bundles.push({ ...bundle, problem: refused ?? bundle.problem });
  }
  const byName = new Map(bundles.map((bundle) => [bundle.name, bundle]));
  const placed = [...byName.values()].flatMap((bundle) => onClusters(repo, control, bundle));
  return { control, repo, paths, bundles, placed };
}

/** Paths that overlap name one directory several times. */
function distinct(paths: BundlePaths['bundles']): BundlePaths['bundles'] {
  return [...new Map(paths.map((path) => [`${path.named} ${path.file ?? ''}`, path])).values()];
}

function onClusters(repo: GitRepo, control: Control, bundle: DeclaredBundle): readonly Placed[] {
  const { spec } = bundle;
  const placed = { control, repo, bundle, problem: undefined };
  if (control.clusters === undefined) {
    return [{ ...placed, cluster: undefined, options: optionsIn(spec), partition: undefined }];
  }
  const targets = clustersFor(bundle, repo.namespace, control).flatMap((cluster) => {
    const custom = targetOn(cluster, bundle);
    return custom === undefined ? [] : [{ cluster, custom }];
  });
  const partitions = partitionsOf(
    spec,
    targets.map(({ cluster }) => cluster),
  );
  const partitionOf = (cluster: FleetCluster): string | undefined =>
    partitions.length < 2 ? undefined : partitions.find(({ clusters }) => clusters.includes(cluster))?.name;
  return targets.map(({ cluster, custom }) => ({
    ...placed,
    cluster,
    options: withNamespaceMarks(mergedOptions(optionsIn(spec), custom), bundle.targets),
    partition: partitionOf(cluster),
  }));
}

const notOptions = new Set(['paused', 'rolloutStrategy', 'dependsOn', 'resources']);

function optionsIn(spec: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(spec).filter(([key]) => !notOptions.has(key)));
}

/** Those of all targets count on every cluster, whichever of them is meant for it (controller/target, BundleDeployment). */
function withNamespaceMarks(options: JsonObject, targets: readonly JsonObject[]): JsonObject {
  const marks = (['namespaceLabels', 'namespaceAnnotations'] as const).flatMap((key) => {
    const all = [options, ...targets].map((part) => partAt(part, key) ?? {});
    const merged = Object.fromEntries(all.flatMap((each) => Object.entries(each)));
    return Object.keys(merged).length === 0 ? [] : [[key, merged] as const];
  });
  return { ...options, ...Object.fromEntries(marks) };
}
