/** An installation of Argo CD -> the objects of its home cluster that say which Applications there are and how it works. */
import type { InstallationConfig } from '../../../config/operator.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { decisionReads } from '../application-set/decision-reads.ts';
import type { HomeRead } from '../../declarations.ts';

export const group = 'argoproj.io';
export const configName = 'argocd-cm';
export const parametersName = 'argocd-cmd-params-cm';

/** Of any version. */
export function isOf({ apiVersion, kind }: KubeObject, wanted: string): boolean {
  return kind === wanted && apiVersion.startsWith(`${group}/`);
}

/** Applications may be in any namespace: which of them count is said by settings that are read at the same time. */
export function reads({ namespace }: InstallationConfig, seen: readonly KubeObject[]): readonly HomeRead[] {
  const sets = seen.filter((object) => isOf(object, 'ApplicationSet'));
  return [
    { group, kind: 'Application', namespace: undefined },
    { group, kind: 'ApplicationSet', namespace: undefined },
    { group, kind: 'AppProject', namespace },
    { group: '', kind: 'ConfigMap', namespace, name: configName },
    { group: '', kind: 'ConfigMap', namespace, name: parametersName },
    // OpenShift GitOps makes both of it.
    { group, kind: 'ArgoCD', namespace },
    {
      group: 'apps',
      kind: 'StatefulSet',
      namespace,
      labelSelector: 'app.kubernetes.io/component=application-controller',
    },
    { group: 'apps', kind: 'Deployment', namespace, labelSelector: 'app.kubernetes.io/part-of=argocd' },
    {
      group: '',
      kind: 'Secret',
      namespace,
      labelSelector: 'argocd.argoproj.io/secret-type=cluster',
      secretKeys: ['name', 'server', 'project', 'namespaces'],
    },
    ...decisionReads(namespace, sets, seen),
  ];
}
