/** A workload and the label of its Application -> the same with the label in its Pods' template, as only the legacy label is written (util/kube, SetAppInstanceLabel). */
import { groupVersionOf } from '../../../object/identity.ts';
import { at, isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';

/** Since Argo CD 0.11 no default, but still a value of `application.instanceLabelKey`. */
export const legacyLabelKey = 'applications.argoproj.io/app-name';

const workloads: ReadonlyMap<string, readonly string[]> = new Map([
  ['apps', ['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet']],
  ['extensions', ['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet']],
  ['batch', ['Job']],
]);

export function withTemplateLabel(object: KubeObject, label: JsonObject): KubeObject {
  const { group } = groupVersionOf(object.apiVersion);
  if (workloads.get(group)?.includes(object.kind) !== true) return object;
  const spec = mapIn(at(object, 'spec'));
  const template = mapIn(at(spec, 'template'));
  const metadata = mapIn(at(template, 'metadata'));
  const labels = { ...mapIn(at(metadata, 'labels')), ...label };
  return { ...object, spec: { ...spec, template: { ...template, metadata: { ...metadata, labels } } } };
}

function mapIn(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
