import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import type { MergeField, MergeForm } from '../../../src/object/merge/patch-strategy.ts';
import { withUnremoved } from '../../../src/reconciler/argo-cd/ignore/unremoved.ts';

const schema = {
  field: (name: string): MergeField => ({
    strategies: name === 'ports' || name === 'finalizers' ? ['merge'] : [],
    mergeKey: name === 'ports' ? 'port' : undefined,
    inside: schema,
  }),
};

const strategic: MergeForm = { kind: 'strategic-merge', schema };

function web(spec: JsonObject, metadata: JsonObject = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web', ...metadata }, spec };
}

function specAfter(was: JsonObject, is: JsonObject, form: MergeForm = strategic) {
  return withUnremoved(web(is), web(was), form)['spec'];
}

test('A comparison on the server does not see what has left a map, a keyed list or a set', () => {
  assert.deepEqual(specAfter({ a: 1, b: { c: 1, d: 1 } }, { a: 2, b: { c: 2 } }), {
    a: 2,
    b: { c: 2, d: 1 },
  });
  const was = { ports: [{ port: 1, name: 'a' }, { port: 2 }], finalizers: ['x', 'y'] };
  const is = { ports: [{ port: 3 }, { port: 1 }], finalizers: ['z', 'y'] };
  assert.deepEqual(specAfter(was, is), {
    ports: [{ port: 1, name: 'a' }, { port: 2 }, { port: 3 }],
    finalizers: ['x', 'y', 'z'],
  });
});

test('It sees each change of a list that is one value, as all lists of a custom resource are', () => {
  assert.deepEqual(specAfter({ args: ['a', 'b'] }, { args: ['a'] }), { args: ['a'] });
  const ports = [{ port: 1 }];
  assert.deepEqual(specAfter({ ports: [...ports, { port: 2 }] }, { ports }, { kind: 'json-merge' }), {
    ports,
  });
});

test('An object that was applied on the server before is compared as it is predicted', () => {
  const managedFields = [{ manager: 'argocd-controller', operation: 'Apply' }];
  const live = web({ a: 1, b: 1 }, { managedFields });
  const predicted = web({ a: 1 });
  assert.equal(withUnremoved(predicted, live, strategic), predicted);
});
