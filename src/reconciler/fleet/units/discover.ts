/** Where GitRepos may be declared, and the clusters of a Fleet -> one unit for each bundle on each cluster on which it is deployed. */
import type { Gap } from '../../../object/gap.ts';
import { words } from '../../../object/masked.ts';
import type { Declarations, Discovery } from '../../declarations.ts';
import type { Templates } from '../../templates.ts';
import type { Unit } from '../../unit.ts';
import { viewOf } from '../../view.ts';
import { bundlePaths } from './bundle-paths.ts';
import type { FleetCluster } from './clusters.ts';
import { operatorsName } from './clusters.ts';
import type { Control } from './control.ts';
import { controlsOf } from './control.ts';
import { bundleOf } from './fleet-yaml.ts';
import type { DeclaredBundle } from './fleet-yaml.ts';
import type { GitRepo } from './git-repos.ts';
import { gitReposHere } from './git-repos.ts';
import { mergedOptions } from './merge.ts';
import { partitionsOf } from './partitions.ts';
import { evaluated } from './preprocess.ts';
import { targetOn } from './targets.ts';
import { unitOf } from './unit-of.ts';
import type { Placed } from './unit-of.ts';

export interface Means {
  readonly templates: Templates;
}

/** Throws SourceError. */
export async function discover(declarations: Declarations, { templates }: Means): Promise<Discovery> {
  const controls = controlsOf(declarations);
  const unseen = controls.length === 0 ? [unseenControl] : controls;
  const placed: Placed[] = [];
  const gaps: Gap[] = [];
  for (const control of unseen) {
    const repos = await gitReposHere(declarations, control.objects);
    if (repos.length === 0) continue;
    gaps.push(...control.gaps);
    for (const repo of repos) placed.push(...(await placedOf(repo, control, declarations)));
  }
  const ready = await evaluated(placed, templates);
  const units = ready.map((each) => unitOf(each, declarations));
  return {
    units: units.sort((a, b) => (a.id < b.id ? -1 : 1)),
    gaps: [...gaps, ...ready.flatMap((each, index) => unknownTarget(each, units[index], declarations))],
  };
}

const unseenControl: Control = {
  home: undefined,
  namespace: 'cattle-fleet-system',
  version: null,
  clusters: undefined,
  deployments: [],
  objects: [],
  elsewhere: new Map(),
  gaps: [
    {
      kind: 'installation-unnamed',
      unit: undefined,
      object: undefined,
      why: words`the operator’s file names no Fleet: which clusters its bundles go to, and with which settings, is not known`,
    },
  ],
};

async function placedOf(repo: GitRepo, control: Control, { tree }: Declarations): Promise<readonly Placed[]> {
  const view = await viewOf(tree);
  const { bundles } = bundlePaths(repo.spec, view);
  const made = new Map<string, DeclaredBundle>();
  for (const path of bundles) {
    const bundle = await bundleOf(path, repo, view);
    if (bundle !== undefined) made.set(bundle.name, bundle);
  }
  return [...made.values()].flatMap((bundle) => onClusters(repo, control, bundle));
}

function onClusters(repo: GitRepo, control: Control, bundle: DeclaredBundle): readonly Placed[] {
  const { spec } = bundle;
  const placed = { control, repo, bundle, problem: undefined };
  if (control.clusters === undefined)
    return [{ ...placed, cluster: undefined, options: optionsIn(spec), partition: undefined }];
  const targets = control.clusters
    .filter(({ namespace }) => namespace === repo.namespace)
    .flatMap((cluster) => {
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
    options: mergedOptions(optionsIn(spec), custom),
    partition: partitionOf(cluster),
  }));
}

const notOptions = new Set(['paused', 'rolloutStrategy', 'dependsOn', 'resources']);

function optionsIn(spec: DeclaredBundle['spec']): Placed['options'] {
  return Object.fromEntries(Object.entries(spec).filter(([key]) => !notOptions.has(key)));
}

/** The operator names no cluster that is known by this one's name. */
function unknownTarget(
  { cluster, control }: Placed,
  unit: Unit | undefined,
  { clusters, mask }: Declarations,
): readonly Gap[] {
  if (cluster === undefined || unit === undefined) return [];
  if (operatorsName(cluster, control.home, clusters) !== undefined || clusters.length === 0) return [];
  const name = mask.text(`${cluster.namespace}/${cluster.name}`);
  const why = words`it is deployed to the Fleet cluster ${name}, and the operator’s file names no cluster that is known by this`;
  return [{ kind: 'no-cluster', unit: unit.id, object: undefined, why }];
}
