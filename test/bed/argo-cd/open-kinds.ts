/** Argo CD's kinds with open schemas -> definitions for an API server beside which no Argo CD runs. */
import type { KubeObject } from '../../../src/object/kube-object.ts';

export function openDefinition(kind: string): KubeObject {
  const singular = kind.toLowerCase();
  const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${singular}s.argoproj.io` },
    spec: {
      group: 'argoproj.io',
      scope: 'Namespaced',
      names: { kind, plural: `${singular}s`, singular, listKind: `${kind}List` },
      versions: [{ name: 'v1alpha1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}

/** Those that an installation brings. */
export const openDefinitions: readonly KubeObject[] = ['Application', 'ApplicationSet', 'AppProject'].map(
  openDefinition,
);
