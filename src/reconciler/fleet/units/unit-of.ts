/** A bundle and a cluster on which it is deployed -> the unit, with what that cluster has on record of it. */
import type { JsonObject } from '../../../object/json.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { Mask } from '../../../object/masked.ts';
import type { HelmRecord } from '../../helm-record.ts';
import type { Declarations } from '../../declarations.ts';
import type { Unit } from '../../unit.ts';
import { flagAt, listAt, textAt } from '../../../object/fields.ts';
import type { FleetUnit } from '../fleet-unit.ts';
import { setId } from '../names.ts';
import type { FleetCluster } from './clusters.ts';
import { operatorsName } from './clusters.ts';
import type { Control } from './control.ts';
import type { BundleDeployment } from './deployments.ts';
import { releaseOf, valuesFromOf } from './deployments.ts';
import type { DeclaredBundle } from './fleet-yaml.ts';
import type { GitRepo } from './git-repos.ts';
import { followsMerge } from './moves.ts';
import { recordsOf } from './records.ts';
import { seenReferences } from './values-from.ts';

export interface Placed {
  readonly control: Control;
  readonly repo: GitRepo;
  readonly bundle: DeclaredBundle;
  /** Undefined where the clusters of the Fleet were not seen. */
  readonly cluster: FleetCluster | undefined;
  /** As they are on this cluster, with the values evaluated. */
  readonly options: JsonObject;
  /** Why Fleet makes nothing of it there. Raw. */
  readonly problem: string | undefined;
  /** Why its values are not known. Raw. */
  readonly unseen?: string;
  readonly partition: string | undefined;
}

export function unitOf(placed: Placed, declarations: Declarations): Unit {
  const { control, repo, bundle, cluster, options } = placed;
  const target = cluster && operatorsName(cluster, control.home, declarations.clusters);
  const release = releaseOf(options, bundle.name);
  const settings: FleetUnit = {
    bundle: {
      workspace: repo.namespace,
      name: bundle.name,
      repo: repo.name,
      directory: bundle.directory,
      file: bundle.file ?? null,
    },
    content: bundle.content,
    options: { ...options },
    problem: placed.problem ?? bundle.problem ?? null,
    unseen: placed.unseen ?? null,
    rollout: rolloutOf(placed),
    source: { moves: followsMerge(repo.spec, declarations.origin), polling: pollingOf(repo.spec) },
    installation: { namespace: control.namespace, version: control.version },
    ...onTarget(placed, { target, mask: declarations.mask }),
  };
  return {
    id: idOf(placed),
    oneOf: `fleet/${control.home ?? '-'}/${repo.namespace}/${bundle.name}`,
    reconciler: 'fleet',
    home: { cluster: control.home, namespace: repo.namespace },
    target: { cluster: target, namespace: release.namespace },
    path: bundle.directory,
    ...(repo.by === undefined ? {} : { declaredBy: repo.by.id }),
    declaration: {
      place: bundle.file === undefined ? repo.place : { file: bundle.file, line: 1 },
      uid: textAt(repo.live, 'metadata', 'uid') || undefined,
      generation: undefined,
      settings,
    },
  };
}

function idOf({ control: { home }, repo: { namespace }, bundle, cluster }: Placed): string {
  return `fleet/${home ?? '-'}/${namespace}/${bundle.name}@${shownCluster(cluster, namespace)}`;
}

/** In another workspace than its bundle's only by a mapping. */
function shownCluster(cluster: FleetCluster | undefined, workspace: string): string {
  if (cluster === undefined) return '-';
  return cluster.namespace === workspace ? cluster.name : `${cluster.namespace}/${cluster.name}`;
}

function rolloutOf({ bundle: { spec }, cluster, partition }: Placed): FleetUnit['rollout'] {
  return {
    partition: partition ?? null,
    paused: flagAt(spec, 'paused') || cluster?.paused === true,
    offSchedule: cluster?.offSchedule === true,
    dependsOn: listAt(spec, 'dependsOn').map((each) => textAt(each, 'name') || 'those that a selector names'),
  };
}

const usualPolling = 15;

/** Null where it is switched off. */
function pollingOf(spec: JsonObject): number | null {
  if (flagAt(spec, 'disablePolling')) return null;
  return secondsIn(textAt(spec, 'pollingInterval')) ?? usualPolling;
}

function secondsIn(duration: string): number | undefined {
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(h|m|s)/gu)];
  if (parts.length === 0) return undefined;
  const units = { h: 3600, m: 60, s: 1 };
  return parts.reduce(
    (sum, [, count, unit]) =>
      sum + Number(count) * (unit === 'h' ? units.h : unit === 'm' ? units.m : units.s),
    0,
  );
}

function onTarget(
  { control, repo, bundle, cluster, options }: Placed,
  { target, mask }: { readonly target: string | undefined; readonly mask: Mask },
): Pick<FleetUnit, 'cluster' | 'valuesFrom' | 'defaultAccount' | 'releases' | 'releaseUnread' | 'settled'> {
  const objects = objectsOn(control, target);
  const deployment = control.deployments.find(
    (each) => each.bundle === `${repo.namespace}/${bundle.name}` && each.namespace === cluster?.deployments,
  );
  const wanted = valuesFromOf(options, releaseOf(options, bundle.name).namespace);
  const { releases, unread } = recordsOf(deployment, objects, mask);
  return {
    cluster: {
      ...namesOf(cluster, repo),
      scope: scopeIn(releases[0], bundle.name) ?? cluster?.scope ?? '',
    },
    valuesFrom: [...seenReferences(wanted, deployment?.valuesFrom ?? [], objects)],
    defaultAccount: hasDefaultAccount(objects, cluster),
    releases: [...releases],
    releaseUnread: unread ?? null,
    settled: isSettled(deployment),
  };
}

function isSettled(deployment: BundleDeployment | undefined): boolean {
  const wanted = textAt(deployment?.object, 'spec', 'deploymentID');
  // While it is paused, what is to come is only staged.
  const staged = textAt(deployment?.object, 'spec', 'stagedDeploymentID') || wanted;
  const done = textAt(deployment?.object, 'status', 'appliedDeploymentID');
  return wanted !== '' && wanted === staged && wanted === done;
}

function namesOf(cluster: FleetCluster | undefined, repo: GitRepo): Omit<FleetUnit['cluster'], 'scope'> {
  if (cluster === undefined) return { namespace: repo.namespace, name: '', agentNamespace: '' };
  const { namespace, name, agentNamespace } = cluster;
  return { namespace, name, agentNamespace };
}

function hasDefaultAccount(
  objects: readonly KubeObject[] | undefined,
  cluster: FleetCluster | undefined,
): boolean | null {
  return objects === undefined ? null : objects.some((object) => isDefaultAccount(object, cluster));
}

function isDefaultAccount(object: KubeObject, cluster: FleetCluster | undefined): boolean {
  return (
    object.kind === 'ServiceAccount' &&
    object.metadata.name === 'fleet-default' &&
    namespaceOf(object) === cluster?.agentNamespace
  );
}

/** Of the home itself they are among its own. */
function objectsOn(
  { home, objects, elsewhere }: Control,
  target: string | undefined,
): readonly KubeObject[] | undefined {
  if (target === undefined) return undefined;
  return target === home ? objects : elsewhere.get(target);
}

/** As the objects of the release bear it; undefined where there are none. */
function scopeIn(release: HelmRecord | undefined, bundle: string): string | undefined {
  const usual = setId(bundle, '');
  const id = (release?.manifest ?? [])
    .map((object) => textAt(object, 'metadata', 'annotations', 'objectset.rio.cattle.io/id'))
    .find((each) => each.startsWith(usual));
  return id?.slice(usual.length).replace(/^-/u, '');
}
