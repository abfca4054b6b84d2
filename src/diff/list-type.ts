/** How the items of a list are matched: by merge keys, by value, or by alignment. */
import type { FieldPath } from '../object/field-path.ts';
import { groupVersionOf } from '../object/identity.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { MergeKeys } from '../live/merge-keys.ts';

export type ListType =
  | { readonly kind: 'map'; readonly keys: readonly string[] }
  | { readonly kind: 'set' }
  /** Written as a whole; for people, items are aligned so that an insertion is one new item. */
  | { readonly kind: 'atomic' };

/** The type of the list at a path of an object. */
export type ListTypes = (object: KubeObject, path: FieldPath) => ListType;

/** facts/kubernetes.md §1.9; only where no API server says it. Its items are matched, whoever writes the whole list. */
const byField: Readonly<Record<string, readonly string[]>> = {
  containers: ['name'],
  initContainers: ['name'],
  ephemeralContainers: ['name'],
  env: ['name'],
  volumes: ['name'],
  resourceClaims: ['name'],
  imagePullSecrets: ['name'],
  schedulingGates: ['name'],
  volumeMounts: ['mountPath'],
  volumeDevices: ['devicePath'],
  hostAliases: ['ip'],
  topologySpreadConstraints: ['topologyKey', 'whenUnsatisfiable'],
  conditions: ['type'],
  webhooks: ['name'],
  ownerReferences: ['uid'],
};

function portKeys(path: FieldPath): readonly string[] {
  const inContainer = path.some((step) => step === 'containers' || step === 'initContainers');
  return inContainer ? ['containerPort', 'protocol'] : ['port', 'protocol'];
}

/** By the names that the built-in kinds use; a list whose items lack the keys is aligned instead. */
export const wellKnownListTypes: ListTypes = (_object, path) => {
  const field = path.at(-1);
  if (field === 'finalizers') return { kind: 'set' };
  if (field === 'ports') return { kind: 'map', keys: portKeys(path) };
  const keys = typeof field === 'string' && Object.hasOwn(byField, field) ? byField[field] : undefined;
  return keys ? { kind: 'map', keys } : { kind: 'atomic' };
};

/** As the API server's own schema says, and by name where it says nothing. */
export function listTypesBy(mergeKeys: MergeKeys): ListTypes {
  return (object, path) => {
    const kind = { ...groupVersionOf(object.apiVersion), kind: object.kind };
    const keys = mergeKeys(
      kind,
      path.filter((step) => typeof step === 'string'),
    );
    return keys && keys.length > 0 ? { kind: 'map', keys } : wellKnownListTypes(object, path);
  };
}
