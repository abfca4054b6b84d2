/** A bundle's targets and the clusters of its workspace -> on which of them it is deployed, and customized how (controller/target/matcher). */
import { at } from '../../../object/json.ts';
import type { Json, JsonObject } from '../../../object/json.ts';
import { flagAt, textAt } from '../../../object/fields.ts';
import type { FleetCluster } from './clusters.ts';
import { displayName } from './clusters.ts';
import { selectorOf } from './selector.ts';

type Texts = Readonly<Record<string, string>>;

interface Candidate {
  readonly cluster: FleetCluster;
  /** Empty where the cluster is in none. */
  readonly group: string;
  readonly groupLabels: Texts;
}

export interface Targets {
  /** In the order in which the first match counts. */
  readonly targets: readonly JsonObject[];
  /** Only clusters that one of these matches; all, where there is none. */
  readonly restrictions: readonly JsonObject[];
}

/** The customization that counts on the cluster; undefined where the bundle is not deployed there. */
export function targetOn(cluster: FleetCluster, { targets, restrictions }: Targets): JsonObject | undefined {
  const candidates = candidatesOf(cluster);
  const isAllowed = (each: Candidate): boolean =>
    restrictions.length === 0 || restrictions.some((restriction) => matches(restriction, each));
  const isTarget = targets.some((target) =>
    candidates.some((each) => isAllowed(each) && matches(target, each)),
  );
  if (!isTarget) return undefined;
  const custom = targets.find((target) => candidates.some((each) => matches(target, each)));
  return flagAt(custom, 'doNotDeploy') ? undefined : custom;
}

/** Whether a partition, a schedule or a target names the cluster. */
export function namesCluster(target: JsonObject, cluster: FleetCluster): boolean {
  return candidatesOf(cluster).some((each) => matches(target, each));
}

/** One that is in several groups is looked at once for each. */
function candidatesOf(cluster: FleetCluster): readonly Candidate[] {
  if (cluster.groups.size === 0) return [{ cluster, group: '', groupLabels: {} }];
  return [...cluster.groups].map(([group, groupLabels]) => ({ cluster, group, groupLabels }));
}

function matches(target: JsonObject, { cluster, group, groupLabels }: Candidate): boolean {
  const name = textAt(target, 'clusterName');
  const wanted = textAt(target, 'clusterGroup');
  const groupSelector = at(target, 'clusterGroupSelector');
  const selector = at(target, 'clusterSelector');
  const criteria = [
    ...(name === '' ? [] : [name === cluster.name || name === cluster.labels[displayName]]),
    ...(wanted === '' ? [] : [wanted === group]),
    ...selected(groupSelector, groupLabels),
    ...selected(selector, cluster.labels),
  ];
  return criteria.length > 0 && criteria.every(Boolean);
}

function selected(selector: Json | undefined, labels: Texts): readonly boolean[] {
  if (selector === undefined || selector === null) return [];
  return [selectorOf(selector)?.(labels) === true];
}
