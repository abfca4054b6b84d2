/** A unit -> what its release holds by Helm's own record: what was applied, what it starts from, what is its. */
import { identityOf } from '../../../object/identity.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { at, isJsonObject } from '../../../object/json.ts';
import type { JsonObject } from '../../../object/json.ts';
import { words } from '../../../object/masked.ts';
import type { Applied, Inventory } from '../../unit-record.ts';
import type { Unit } from '../../unit.ts';
import type { FleetRelease, FleetUnit } from '../fleet-unit.ts';
import { fleetUnit } from '../fleet-unit.ts';
import { releaseOf } from '../units/deployments.ts';
import { ofRelease } from './marks.ts';

/** The one from which Helm upgrades: the last that was deployed, else the newest. Undefined where it installs. */
export function startOf(settings: FleetUnit): FleetRelease | undefined {
  const { namespace, name } = releaseOf(settings.options, settings.bundle.name);
  return latest(settings.releases.filter((each) => each.namespace === namespace && each.name === name));
}

function latest(releases: readonly FleetRelease[]): FleetRelease | undefined {
  return releases.find(({ status }) => status === 'deployed') ?? releases[0];
}

/** What there is of the bundle, also where it gets another release now. Where an object names no namespace, the release's is meant. */
export function objectsIn({ releases }: Pick<FleetUnit, 'releases'>): readonly KubeObject[] {
  const release = latest(releases);
  if (release === undefined) return [];
  const { namespace } = release;
  return release.manifest.filter(isKubeObject).map((object) => {
    const named = at(object, 'metadata', 'namespace');
    return typeof named === 'string' || isOfCluster(object)
      ? object
      : { ...object, metadata: { ...object.metadata, namespace } };
  });
}

export function applied(unit: Unit): Applied {
  const settings = fleetUnit(unit);
  const { releaseUnread } = settings;
  if (releaseUnread !== null) {
    const why = words`what Fleet applied last is not known: the record of its release could not be read`;
    return { kind: 'gap', gap: { kind: 'applied-unreadable', unit: unit.id, object: undefined, why } };
  }
  return {
    kind: 'objects',
    objects: objectsIn(settings).map((object) =>
      ofRelease(object, latest(settings.releases) ?? releaseOf(settings.options, settings.bundle.name)),
    ),
  };
}

export function inventory(unit: Unit): Inventory {
  const settings = fleetUnit(unit);
  if (unit.target.cluster === undefined) {
    const why = words`no cluster is configured in which the release of this bundle could be read`;
    return { kind: 'gap', gap: { kind: 'no-cluster', unit: unit.id, object: undefined, why } };
  }
  if (settings.releaseUnread !== null) {
    const why = words`the record of its release could not be read`;
    return { kind: 'gap', gap: { kind: 'inventory-unreadable', unit: unit.id, object: undefined, why } };
  }
  return { kind: 'objects', objects: objectsIn(settings).map(identityOf) };
}

function isKubeObject(value: JsonObject): value is KubeObject {
  const isNamed =
    isJsonObject(value['metadata'] ?? null) && typeof at(value, 'metadata', 'name') === 'string';
  return isNamed && typeof value['apiVersion'] === 'string' && typeof value['kind'] === 'string';
}

const ofCluster =
  /^(?:Namespace|Node|PersistentVolume|CustomResourceDefinition|ClusterRole|ClusterRoleBinding|StorageClass|IngressClass|PriorityClass|APIService|.*WebhookConfiguration|ValidatingAdmissionPolicy(?:Binding)?|RuntimeClass|CSIDriver)$/u;

function isOfCluster({ kind }: KubeObject): boolean {
  return ofCluster.test(kind);
}
