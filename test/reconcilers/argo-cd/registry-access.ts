/** A registry without TLS -> the Secret that tells Argo CD so, without which it would not ask. */
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { argoCdNamespace } from '../../bed/argo-cd/installation.ts';

export function registryAccess(name: string, url: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name,
      namespace: argoCdNamespace,
      labels: { 'argocd.argoproj.io/secret-type': 'repository' },
    },
    stringData: { type: 'helm', name, url, enableOCI: 'true', insecureOCIForceHttp: 'true' },
  };
}
