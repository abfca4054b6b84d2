import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { syncState } from '../../../src/reconciler/argo-cd/ignore/out-of-sync.ts';

function widget(spec: JsonObject): KubeObject {
  return { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'web', namespace: 'shop' }, spec };
}

async function differs(
  field: string,
  type: string,
  pair: readonly [JsonObject, JsonObject],
): Promise<boolean> {
  const [live, target] = pair.map(widget);
  assert.ok(live !== undefined && target !== undefined);
  const common = { predicted: target, live, rules: [], settings: { ignoreAggregatedRoles: false } };
  const knownTypes = [{ group: 'example.com', kind: 'Widget', field, type }];
  const byClient = { target, form: { kind: 'json-merge' } } as const;
  const [own, server, untyped] = await Promise.all([
    syncState({ ...common, knownTypes, byClient }),
    syncState({ ...common, knownTypes }),
    syncState({ ...common, byClient }),
  ]);
  assert.ok(own.kind === 'normalized' && server.kind === 'normalized' && untyped.kind === 'normalized');
  assert.equal(own.value.isOutOfSync, server.value.isOutOfSync);
  assert.equal(untyped.value.isOutOfSync, true);
  return own.value.isOutOfSync;
}

test('An amount or a duration in another writing is the same one, in fields that are said to hold such', async () => {
  const size = ['spec.size', 'core/Quantity'] as const;
  assert.equal(await differs(...size, [{ size: '1000m' }, { size: 1 }]), false);
  assert.equal(await differs(...size, [{ size: '1000m' }, { size: '2' }]), true);
  assert.equal(await differs('spec.other', 'core/Quantity', [{ size: '1000m' }, { size: 1 }]), true);
  const every = ['spec.every', 'meta/v1/Duration'] as const;
  assert.equal(await differs(...every, [{ every: '60s' }, { every: '1m0s' }]), false);
  assert.equal(await differs(...every, [{ every: '60s' }, { every: '2m' }]), true);
  const list = ['spec.list', 'core/v1/ResourceList'] as const;
  assert.equal(await differs(...list, [{ list: { cpu: '1Gi' } }, { list: { cpu: '1024Mi' } }]), false);
});

test('In the Pods of a custom kind only what core types write otherwise is the same', async () => {
  const pods = ['spec.pods', 'core/v1/PodSpec'] as const;
  const web = (container: JsonObject): JsonObject => ({
    pods: { containers: [{ name: 'web', ...container }] },
  });
  const limits = (cpu: string): JsonObject => web({ resources: { limits: { cpu } } });
  assert.equal(await differs(...pods, [limits('1000m'), limits('1')]), false);
  assert.equal(await differs(...pods, [web({}), web({ args: [], resources: {} })]), false);
  const env = (value: string): JsonObject => web({ env: [{ name: 'SIZE', value }] });
  assert.equal(await differs(...pods, [env('1000m'), env('1')]), true);
  assert.equal(await differs(...pods, [web({ tty: false }), web({ tty: true })]), true);
});
