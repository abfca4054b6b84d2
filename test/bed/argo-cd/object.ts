/** A kind of Argo CD, a name and a spec -> the object, in the namespace where Argo CD runs. */
import type { JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { argoCdNamespace } from './installation.ts';

export function argoCdObject(kind: string, name: string, spec: JsonObject): KubeObject {
  return { apiVersion: 'argoproj.io/v1alpha1', kind, metadata: { name, namespace: argoCdNamespace }, spec };
}
