/** A group and the schema of `spec` -> the definition of its kind Widget. */
import type { JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';

export function widgetDefinition(group: string, spec: JsonObject, metadata: JsonObject = {}): KubeObject {
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { ...metadata, name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind: 'Widget', listKind: 'WidgetList', plural: 'widgets', singular: 'widget' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}
