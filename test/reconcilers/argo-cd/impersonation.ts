/** A place and rules -> an Application whose project syncs as an account of its namespace, and what that account may do there. */
import type { JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import type { ArgoCdSettings } from '../../bed/argo-cd/installation.ts';
import { project } from './project.ts';
import type { Place } from './story.ts';

export const impersonates: ArgoCdSettings = { cm: { 'application.sync.impersonation.enabled': 'true' } };

const account = 'deployer';
const apiVersion = 'rbac.authorization.k8s.io/v1';

export const allVerbs = ['get', 'create', 'patch', 'delete'];

/** An Application in the project, which is not tried again; the project, the account, and whatever `role` says. */
export function impersonated(place: Place, ...rules: readonly JsonObject[]): readonly KubeObject[] {
  const { namespace } = place;
  const metadata = { name: account, namespace };
  return [
    project(place, {
      destinationServiceAccounts: [
        {
          server: 'https://kubernetes.default.svc',
          namespace: place.namespace,
          defaultServiceAccount: account,
        },
      ],
    }),
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    role(place, ...rules),
    {
      apiVersion,
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: account },
      subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
    },
    place.application({
      project: place.name,
      source: { path: 'apps' },
      syncPolicy: { retry: { limit: 0 } },
    }),
  ];
}

export function role({ namespace }: Place, ...rules: readonly JsonObject[]): KubeObject {
  return { apiVersion, kind: 'Role', metadata: { name: account, namespace }, rules: [...rules] };
}

/** On objects of the core group. */
export function may(verbs: readonly string[], ...resources: readonly string[]): JsonObject {
  return { apiGroups: [''], resources: [...resources], verbs: [...verbs] };
}
