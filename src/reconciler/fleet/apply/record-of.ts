/** A unit -> what its release holds by Helm's own record: what was applied, what it starts from, what is its. */
import { withoutIdleNamespace } from '../../../object/cluster-scoped.ts';
import { identityOf, objectKey } from '../../../object/identity.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { words } from '../../../object/masked.ts';
import { manifestOf } from '../../helm-record.ts';
import type { HelmRecord } from '../../helm-record.ts';
import { withOwner } from '../../helm-ownership.ts';
import type { Applied, Inventory } from '../../unit-record.ts';
import type { Unit } from '../../unit.ts';
import { fleetUnit } from '../fleet-unit.ts';
import type { FleetUnit } from '../fleet-unit.ts';
import { releaseOf } from '../units/deployments.ts';

/** The one from which Helm upgrades: the last that was deployed, else the newest. Undefined where it installs. */
export function startOf(settings: FleetUnit): HelmRecord | undefined {
  return latest(ownOf(settings));
}

/** Of the release that it will have, the newest. */
export function newestOf(settings: FleetUnit): HelmRecord | undefined {
  return ownOf(settings)[0];
}

function ownOf({ options, bundle, releases }: FleetUnit): readonly HelmRecord[] {
  const { namespace, name } = releaseOf(options, bundle.name);
  return releases.filter((each) => each.namespace === namespace && each.name === name);
}

function latest(releases: readonly HelmRecord[]): HelmRecord | undefined {
  return releases.find(({ status }) => status === 'deployed') ?? releases[0];
}

/** What there is of the bundle, also where it gets another release now. */
export function objectsIn({ releases }: Pick<FleetUnit, 'releases'>): readonly KubeObject[] {
  const release = latest(releases);
  return release === undefined ? [] : manifestOf(release).map((object) => placed(object, release));
}

/** Where an object names no namespace, the release's is meant. */
function placed(object: KubeObject, { namespace }: HelmRecord): KubeObject {
  const identity = withoutIdleNamespace({ ...identityOf(object), namespace });
  if (namespaceOf(object) !== '' || identity.namespace === '') return object;
  return { ...object, metadata: { ...object.metadata, namespace } };
}

/** As the release from which an upgrade starts has it. */
export function oldForm(settings: FleetUnit, object: KubeObject): KubeObject | undefined {
  const start = startOf(settings);
  if (start === undefined) return undefined;
  const key = objectKey(object);
  return manifestOf(start)
    .map((each) => placed(each, start))
    .find((each) => objectKey(each) === key);
}

export function applied(unit: Unit): Applied {
  const settings = fleetUnit(unit);
  if (settings.releaseUnread !== null) {
    const why = words`what Fleet applied last is not known: the record of its release could not be read`;
    return { kind: 'gap', gap: { kind: 'applied-unreadable', unit: unit.id, object: undefined, why } };
  }
  const owner = latest(settings.releases) ?? releaseOf(settings.options, settings.bundle.name);
  return { kind: 'objects', objects: objectsIn(settings).map((object) => withOwner(object, owner)) };
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
