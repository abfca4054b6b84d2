import assert from 'node:assert/strict';
import { test } from 'node:test';

import { authorOf } from '../../src/diff/known-writer.ts';
import type { FieldPath } from '../../src/object/field-path.ts';

/** Of `manager`, or `manager@subresource`. */
function told(writer: string, path: FieldPath = ['spec', 'replicas']): string {
  const [manager = '', subresource = ''] = writer.split('@');
  const author = authorOf({ manager, operation: 'Update', subresource, time: '' }, path);
  return author === undefined ? 'nobody known' : `${author.kind} ${author.name}`;
}

const controllers: Readonly<Record<string, readonly string[]>> = {
  HorizontalPodAutoscaler: ['kube-controller-manager@scale'],
  VerticalPodAutoscaler: ['vpa-updater', 'updater', 'recommender', 'vpa-admission-controller'],
  KEDA: ['keda', 'keda-operator'],
  'Argo Rollouts': ['rollouts-controller'],
  Flagger: ['flagger'],
  'cert-manager': ['cert-manager-cainjector', 'cert-manager-certificates-issuing'],
  'External Secrets': ['externalsecrets.external-secrets.io/web', 'external-secrets'],
  istiod: ['pilot-discovery'],
  Istio: ['istio.io/gateway-controller'],
  Linkerd: ['linkerd-proxy-injector'],
  'cloud controller': ['cloud-controller-manager', 'aws-cloud-controller-manager'],
  'load balancer controller': ['aws-load-balancer-controller', 'glbc', 'neg-controller'],
  OpenShift: ['openshift-controller-manager', 'cluster-policy-controller', 'service-ca-operator'],
  'image updater': ['argocd-image-updater', 'image-automation-controller', 'keel'],
  'ClusterRole aggregation': ['clusterrole-aggregation-controller'],
  'policy engine': ['kyverno', 'gatekeeper-controller-manager'],
  Kubernetes: ['kube-controller-manager', 'kube-scheduler'],
};

const people: Readonly<Record<string, readonly string[]>> = {
  'a person or script, by kubectl scale': ['kubectl@scale'],
  'a person or script, by kubectl': [
    'kubectl-edit',
    'kubectl-patch',
    'kubectl-set',
    'kubectl-label',
    'kubectl-annotate',
    'kubectl-replace',
    'kubectl-rollout',
    'kubectl-autoscale',
    'kubectl-create',
  ],
  'a person, by a user interface': ['Mozilla', 'okhttp', 'k9s'],
  'a person, by Argo CD’s server': ['argocd-server'],
};

test('Controllers that write into what Git declares are told by the names that they write under', () => {
  for (const [name, managers] of Object.entries(controllers)) {
    assert.ok(managers.length > 0, name);
    for (const manager of managers) assert.equal(told(manager), `controller ${name}`, manager);
  }
});

test('People are told by their tools', () => {
  for (const [name, managers] of Object.entries(people)) {
    assert.ok(managers.length > 0, name);
    for (const manager of managers) assert.equal(told(manager), `person ${name}`, manager);
  }
});

test('A name that only looks like one of them is nobody known', () => {
  const others = [
    'kedaling',
    'flagger-loadtester',
    'my-updater',
    'kubectl',
    'kubectl-client-side-apply',
    'helm',
  ];
  for (const manager of others) assert.equal(told(manager), 'nobody known', manager);
});

test('The hash of a ReplicaSet in a selector is of the controller of Rollouts, unless a person wrote it', () => {
  const hash = ['spec', 'selector', 'rollouts-pod-template-hash'];
  assert.equal(told('manager', hash), 'controller Argo Rollouts');
  assert.equal(told('kubectl-edit', hash), 'person a person or script, by kubectl');
});
