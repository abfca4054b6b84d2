/** Argo CD's kinds with open schemas -> definitions for an API server beside which no Argo CD runs. */
import type { KubeObject } from '../../../src/object/kube-object.ts';

/** The plural is the kind's small letters and an s. */
export function openDefinition(kind: string, group = 'argoproj.io', version = 'v1alpha1'): KubeObject {
  const singular = kind.toLowerCase();
  const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${singular}s.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural: `${singular}s`, singular, listKind: `${kind}List` },
      versions: [{ name: version, served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}

/** Those that an installation brings. */
export const openDefinitions: readonly KubeObject[] = ['Application', 'ApplicationSet', 'AppProject'].map(
  (kind) => openDefinition(kind),
);
