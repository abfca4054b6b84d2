/** The live objects of Fleet -> the clusters that it knows, in which groups each is, and the operator's name of each. */
import type { ClusterConfig } from '../../../config/operator.ts';
import type { Json, JsonObject } from '../../../object/json.ts';
import { at } from '../../../object/json.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { flagAt, objectAt, partAt, textAt, textMapAt } from '../../../object/fields.ts';
import { isOf } from './fleet-kind.ts';
import { selectorOf } from './selector.ts';

type Texts = Readonly<Record<string, string>>;

export interface FleetCluster {
  /** Its workspace. */
  readonly namespace: string;
  readonly name: string;
  readonly labels: Texts;
  readonly annotations: Texts;
  /** The labels of each ClusterGroup in which it is, by the group's name. */
  readonly groups: ReadonlyMap<string, Texts>;
  readonly templateValues: JsonObject;
  /** Where its BundleDeployments are. */
  readonly deployments: string;
  readonly agentNamespace: string;
  /** What its agent puts behind the ids of its sets; empty where it is in the usual namespace. */
  readonly scope: string;
  readonly lastSeen: string;
  readonly paused: boolean;
  /** There are schedules for it, and none of them runs now. */
  readonly offSchedule: boolean;
}

const usualAgentNamespace = 'cattle-fleet-system';

export function clustersIn(objects: readonly KubeObject[]): readonly FleetCluster[] {
  const groups = objects.filter((object) => isOf(object, 'ClusterGroup'));
  return objects
    .filter((object) => isOf(object, 'Cluster'))
    .map((object) => clusterOf(object, groups))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function clusterOf(object: KubeObject, groups: readonly KubeObject[]): FleetCluster {
  const labels = textMapAt(object, 'metadata', 'labels');
  const namespace = namespaceOf(object);
  const status = objectAt(object, 'status');
  return {
    namespace,
    name: object.metadata.name,
    labels,
    annotations: textMapAt(object, 'metadata', 'annotations'),
    groups: new Map(
      groups
        .filter((each) => namespaceOf(each) === namespace && holds(at(each, 'spec', 'selector'), labels))
        .map((each) => [each.metadata.name, textMapAt(each, 'metadata', 'labels')]),
    ),
    templateValues: objectAt(object, 'spec', 'templateValues'),
    deployments: textAt(status, 'namespace'),
    scope: textAt(object, 'spec', 'agentNamespace'),
    agentNamespace: textAt(status, 'agent', 'namespace') || usualAgentNamespace,
    lastSeen: textAt(status, 'agent', 'lastSeen'),
    paused: flagAt(object, 'spec', 'paused'),
    offSchedule: flagAt(status, 'scheduled') && !flagAt(status, 'activeSchedule'),
  };
}

/** A group without a selector, or with a broken one, holds nothing. */
function holds(selector: Json | undefined, labels: Texts): boolean {
  return partAt(selector) !== undefined && selectorOf(selector)?.(labels) === true;
}

export const displayName = 'management.cattle.io/cluster-display-name';

/** Undefined where the operator names no cluster that is known by this one's name. */
export function operatorsName(
  { namespace, name, labels }: FleetCluster,
  home: string | undefined,
  configured: readonly ClusterConfig[],
): string | undefined {
  const known = configured.find(({ knownAs }) => knownAs.includes(`${namespace}/${name}`));
  if (known !== undefined) return known.name;
  if (namespace === 'fleet-local' && name === 'local') return home;
  const names = [name, labels[displayName]];
  return configured.find(
    (each) => names.includes(each.name) || each.knownAs.some((one) => names.includes(one)),
  )?.name;
}
