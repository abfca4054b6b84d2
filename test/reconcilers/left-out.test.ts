import assert from 'node:assert/strict';
import { it } from 'node:test';

import type { JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { comparable } from './left-out.ts';

function object(kind: string, metadata: JsonObject, rest: JsonObject = {}): KubeObject {
  return { apiVersion: 'v1', kind, metadata: { name: 'web', namespace: 'shop', ...metadata }, ...rest };
}

const managedFields = ['argocd-controller', 'kubectl', 'kube-controller-manager', 'kwok'].map((manager) => ({
  manager,
  operation: 'Update',
  time: '2026-01-01T00:00:00Z',
}));

it('compares all that an apply writes: names, labels, annotations, finalizers, owners, data', () => {
  const metadata = {
    labels: { a: '1' },
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
    finalizers: ['one'],
    ownerReferences: [{ uid: '1' }],
  };
  const kept = object('ConfigMap', metadata, { data: { a: '1' }, immutable: true });
  assert.deepEqual(comparable(kept, false).object, kept);
  assert.deepEqual(comparable(kept, true).object, kept);
});

it('leaves out what the server gives, status, and managers that go on writing', () => {
  const given = { uid: '1', resourceVersion: '2', generation: 3, creationTimestamp: '2026', managedFields };
  const { object: rest, managers } = comparable(object('Deployment', given, { status: {} }), false);
  assert.deepEqual(rest, object('Deployment', {}));
  assert.deepEqual(managers, ['argocd-controller Update', 'kubectl Update']);
});

it('leaves the address of a Service out only where it is made', () => {
  const service = object(
    'Service',
    {},
    { spec: { clusterIP: '10.0.0.1', ports: [{ port: 80, nodePort: 3 }] } },
  );
  assert.deepEqual(comparable(service, false).object, service);
  assert.deepEqual(comparable(service, true).object['spec'], { ports: [{ port: 80 }] });
});
