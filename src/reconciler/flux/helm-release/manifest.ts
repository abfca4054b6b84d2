/** The manifest in a release record -> its objects as they were applied, each in the namespace where Helm put it. */
import { listAt, textAt } from '../../../object/fields.ts';
import { withoutIdleNamespace } from '../../../object/cluster-scoped.ts';
import { identityOf, type VersionedIdentity } from '../../../object/identity.ts';
import { at } from '../../../object/json.ts';
import { namespaceOf, type KubeObject } from '../../../object/kube-object.ts';
import type { HelmRecord } from '../../helm-record.ts';
import type { HelmReleaseUnit } from '../flux-unit.ts';
import { isHook } from './hook.ts';
import { withOwner } from '../../helm-ownership.ts';
import { manifestOf } from '../../helm-record.ts';

type Revision = Pick<HelmRecord, 'name' | 'namespace' | 'manifest'>;

/** Without hooks. */
export function appliedBy(record: Revision, { live }: Pick<HelmReleaseUnit, 'live'>): readonly KubeObject[] {
  const objects = manifestOf(record).filter((object) => !isHook(object));
  const listed = new Set(listAt(live?.status, 'inventory', 'entries').map((entry) => textAt(entry, 'id')));
  const ownKinds = clusterKindsIn(objects);
  return objects.map((object) => {
    const identity = withoutIdleNamespace({ ...identityOf(object), namespace: record.namespace });
    const isClusterScoped =
      identity.namespace === '' || ownKinds.has(kindKey(identity)) || listed.has(clusterId(identity));
    return withOwner(isClusterScoped ? object : inNamespace(object, record.namespace), record);
  });
}

function inNamespace(object: KubeObject, namespace: string): KubeObject {
  if (namespaceOf(object) !== '' || namespace === '') return object;
  return { ...object, metadata: { ...object.metadata, namespace } };
}

/** Custom resources without namespaces cannot be told apart by their manifests: the definition may be of the same release. */
function clusterKindsIn(objects: readonly KubeObject[]): ReadonlySet<string> {
  return new Set(
    objects
      .filter(
        (object) => object.kind === 'CustomResourceDefinition' && at(object, 'spec', 'scope') === 'Cluster',
      )
      .map((object) =>
        kindKey({ group: textAt(object, 'spec', 'group'), kind: textAt(object, 'spec', 'names', 'kind') }),
      ),
  );
}

function kindKey({ group, kind }: Pick<VersionedIdentity, 'group' | 'kind'>): string {
  return `${group}/${kind}`;
}

/** As `status.inventory` names an object without a namespace. */
function clusterId({ group, kind, name }: VersionedIdentity): string {
  return `_${name.replaceAll(':', '__')}_${group}_${kind}`;
}
