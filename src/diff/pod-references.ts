/** A workload -> the ConfigMaps and Secrets that its Pods use. */
import type { Json } from '../object/json.ts';
import { at, isJsonArray } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';

export interface Reference {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly name: string;
}

function items(value: Json | undefined, ...path: readonly string[]): readonly Json[] {
  const list = at(value, ...path);
  return isJsonArray(list) ? list : [];
}

function named(kind: Reference['kind'], name: Json | undefined): readonly Reference[] {
  return typeof name === 'string' && name !== '' ? [{ kind, name }] : [];
}

function ofSource(source: Json): readonly Reference[] {
  return [
    ...named('ConfigMap', at(source, 'configMap', 'name')),
    ...named('Secret', at(source, 'secret', 'secretName') ?? at(source, 'secret', 'name')),
  ];
}

function ofVolume(volume: Json): readonly Reference[] {
  return [...ofSource(volume), ...items(volume, 'projected', 'sources').flatMap(ofSource)];
}

function ofContainer(container: Json): readonly Reference[] {
  const env = items(container, 'env').flatMap((variable) => [
    ...named('ConfigMap', at(variable, 'valueFrom', 'configMapKeyRef', 'name')),
    ...named('Secret', at(variable, 'valueFrom', 'secretKeyRef', 'name')),
  ]);
  const all = items(container, 'envFrom').flatMap((source) => [
    ...named('ConfigMap', at(source, 'configMapRef', 'name')),
    ...named('Secret', at(source, 'secretRef', 'name')),
  ]);
  return [...env, ...all];
}

/** Of spec.template; empty for an object that has none. */
export function podReferences(workload: KubeObject): readonly Reference[] {
  const pod = at(workload, 'spec', 'template', 'spec');
  return [
    ...items(pod, 'volumes').flatMap(ofVolume),
    ...['initContainers', 'containers'].flatMap((kind) => items(pod, kind).flatMap(ofContainer)),
    ...items(pod, 'imagePullSecrets').flatMap((secret) => named('Secret', at(secret, 'name'))),
  ];
}
