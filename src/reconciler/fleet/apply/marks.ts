/** The objects of a render -> the same as the agent hands them to Helm, and as Helm writes them. */
import { identityOf } from '../../../object/identity.ts';
import type { Declared, KubeObject } from '../../../object/kube-object.ts';
import { flagAt, textAt, textMapAt } from '../../../object/fields.ts';
import { withOwner } from '../../helm-ownership.ts';
import type { Unit } from '../../unit.ts';
import { fleetUnit } from '../fleet-unit.ts';
import type { FleetUnit } from '../fleet-unit.ts';
import { setHash, setId } from '../names.ts';
import { releaseOf } from '../units/deployments.ts';

export const keepPolicy = 'helm.sh/resource-policy';

export function finish(unit: Unit, declared: readonly Declared[]): readonly Declared[] {
  const settings = fleetUnit(unit);
  const release = releaseOf(settings.options, settings.bundle.name);
  return declared.map(({ object, origin }) => ({
    object: withOwner(asPrepared(object, settings), release),
    origin,
  }));
}

/** As the release's record holds them. */
function asPrepared(object: KubeObject, { bundle, cluster, options }: FleetUnit): KubeObject {
  const id = setId(bundle.name, cluster.scope);
  const keeps = !flagAt(options, 'deleteCRDResources') && isDefinition(object);
  const forced = textAt(options, 'namespace');
  return marked(object, {
    labels: { 'objectset.rio.cattle.io/hash': setHash(id) },
    annotations: { 'objectset.rio.cattle.io/id': id, ...(keeps ? { [keepPolicy]: 'keep' } : {}) },
    ...(forced === '' || !isNamespaced(object) ? {} : { namespace: forced }),
  });
}

function marked(
  object: KubeObject,
  {
    labels,
    annotations,
    ...rest
  }: {
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations: Readonly<Record<string, string>>;
    readonly namespace?: string;
  },
): KubeObject {
  return {
    ...object,
    metadata: {
      ...object.metadata,
      ...rest,
      labels: { ...textMapAt(object, 'metadata', 'labels'), ...labels },
      annotations: { ...textMapAt(object, 'metadata', 'annotations'), ...annotations },
    },
  };
}

/** Every object is in its namespace already: what is in none is of the whole cluster. */
export function isNamespaced(object: KubeObject): boolean {
  return identityOf(object).namespace !== '';
}

/** By its kind alone, as there. */
export function isDefinition({ kind }: KubeObject): boolean {
  return kind === 'CustomResourceDefinition';
}
