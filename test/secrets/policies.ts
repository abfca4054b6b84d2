/** Admission policies of a cluster that quote what they judge: in a refusal, and in a warning. */
import type { KubeObject } from '../../src/object/kube-object.ts';

interface Quoting {
  readonly name: string;
  readonly resource: { readonly group: string; readonly version: string; readonly plural: string };
  readonly action: 'Deny' | 'Warn';
  /** CEL that gives the text. */
  readonly quotes: string;
}

/** Refusals ask for the label `quote-in-refusal`; warnings meet every object of the kind. */
function quoting({ name, resource, action, quotes }: Quoting): readonly KubeObject[] {
  const { group, version, plural } = resource;
  const policy: KubeObject = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name },
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: {
        resourceRules: [
          {
            apiGroups: [group],
            apiVersions: [version],
            operations: ['CREATE', 'UPDATE'],
            resources: [plural],
          },
        ],
        ...(action === 'Deny' && { objectSelector: { matchLabels: { 'quote-in-refusal': 'yes' } } }),
      },
      validations: [{ expression: 'false', messageExpression: quotes, message: 'no' }],
    },
  };
  return [
    policy,
    {
      apiVersion: policy.apiVersion,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name },
      spec: { policyName: name, validationActions: [action] },
    },
  ];
}

export const quotingPolicies: readonly KubeObject[] = [
  ...quoting({
    name: 'quotes-secrets',
    resource: { group: '', version: 'v1', plural: 'secrets' },
    action: 'Deny',
    quotes: "'found the password ' + string(object.data.password) + ' in it'",
  }),
  ...quoting({
    name: 'quotes-maps',
    resource: { group: '', version: 'v1', plural: 'configmaps' },
    action: 'Deny',
    quotes: "'found ' + object.data.DB_PASSWORD + ' in it'",
  }),
  ...quoting({
    name: 'warns-of-environment',
    resource: { group: 'apps', version: 'v1', plural: 'deployments' },
    action: 'Warn',
    quotes: "'found ' + object.spec.template.spec.containers[0].env[0].value + ' in it'",
  }),
];
