/** The rules of Proofline's identity -> all objects that make it, in the order in which they must be applied. */
import { guardPolicyName, probed } from '../live/guard-names.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { PolicyRule } from './identity-rules.ts';

export const accountName = 'proofline';
export const accountNamespace = probed.namespace;
const username = `system:serviceaccount:${accountNamespace}:${accountName}`;

/** Rights come last: the credential never has them without the guard. */
export function identityObjects(rules: readonly PolicyRule[]): readonly KubeObject[] {
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: accountNamespace } },
    ...guardObjects(),
    {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: accountName, namespace: accountNamespace },
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: accountName },
      rules,
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: accountName },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: accountName },
      subjects: [{ kind: 'ServiceAccount', name: accountName, namespace: accountNamespace }],
    },
  ];
}

function guardObjects(): readonly KubeObject[] {
  return [
    {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: guardPolicyName },
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: {
          // `*` alone would leave subresources out.
          resourceRules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*/*'] }],
        },
        matchConditions: [{ name: 'proofline', expression: `request.userInfo.username == '${username}'` }],
        validations: [
          {
            expression: 'has(request.dryRun) && request.dryRun',
            message: 'Proofline may only dry-run',
            reason: 'Forbidden',
          },
          {
            // The server mints a real token even in a dry run (facts/kubernetes.md §2.1).
            expression:
              "!(request.resource.resource == 'serviceaccounts' && has(request.subResource) && request.subResource == 'token')",
            message: 'Proofline may not request tokens',
            reason: 'Forbidden',
          },
        ],
      },
    },
    {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: guardPolicyName },
      spec: { policyName: guardPolicyName, validationActions: ['Deny'] },
    },
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: probed.name,
        namespace: probed.namespace,
        annotations: { 'proofline/purpose': 'Patched with nothing to prove that the guard denies it' },
      },
    },
  ];
}
