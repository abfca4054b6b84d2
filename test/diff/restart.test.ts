import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareRendered } from '../../src/diff/compare-rendered.ts';
import { restartOf } from '../../src/diff/restart.ts';
import { withStaleUsers } from '../../src/diff/stale-users.ts';
import type { JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { createMask } from '../../src/object/mask.ts';
import { configMap, declared, deployment, object } from './objects.ts';

function workload(kind: string, image: string, spec: JsonObject = {}): KubeObject {
  return object('apps/v1', kind, { spec: { template: { spec: { image } }, ...spec } });
}

test('a changed template restarts the Pods that run now', () => {
  assert.deepEqual(restartOf(deployment({ image: 'a' }), deployment({ image: 'b' }), false), { pods: 3 });
  assert.equal(
    restartOf(deployment({ image: 'a' }), deployment({ image: 'a' }, { replicas: 9 }), false),
    undefined,
  );
  assert.deepEqual(restartOf(workload('Deployment', 'a'), workload('Deployment', 'b'), false), { pods: 1 });
});

test('a DaemonSet restarts as many Pods as nodes want, which only live knows', () => {
  const before = { ...workload('DaemonSet', 'a'), status: { desiredNumberScheduled: 12 } };
  assert.deepEqual(restartOf(before, workload('DaemonSet', 'b'), false), { pods: 12 });
  assert.deepEqual(restartOf(workload('DaemonSet', 'a'), workload('DaemonSet', 'b'), false), {
    pods: undefined,
  });
});

test('OnDelete, a pause and a partition hold Pods back', () => {
  const onDelete = { updateStrategy: { type: 'OnDelete' } };
  const partition = { replicas: 5, updateStrategy: { rollingUpdate: { partition: 3 } } };
  assert.equal(
    restartOf(workload('StatefulSet', 'a'), workload('StatefulSet', 'b', onDelete), false),
    undefined,
  );
  assert.equal(
    restartOf(workload('Deployment', 'a'), workload('Deployment', 'b', { paused: true }), false),
    undefined,
  );
  assert.deepEqual(
    restartOf(workload('StatefulSet', 'a', partition), workload('StatefulSet', 'b', partition), false),
    { pods: 2 },
  );
  assert.equal(
    restartOf(workload('Deployment', 'a', { replicas: 0 }), workload('Deployment', 'b'), false),
    undefined,
  );
});

const uses: Readonly<Record<string, JsonObject>> = {
  volume: { volumes: [{ name: 'v', configMap: { name: 'web' } }] },
  'projected volume': { volumes: [{ name: 'v', projected: { sources: [{ configMap: { name: 'web' } }] } }] },
  envFrom: { containers: [{ name: 'c', envFrom: [{ configMapRef: { name: 'web' } }] }] },
  variable: {
    initContainers: [{ name: 'c', env: [{ name: 'X', valueFrom: { configMapKeyRef: { name: 'web' } } }] }],
  },
};

for (const [how, spec] of Object.entries(uses)) {
  test(`a workload that uses a changed ConfigMap by ${how} and does not restart is told`, () => {
    const user = object('apps/v1', 'StatefulSet', {
      metadata: { name: 'user' },
      spec: { template: { spec } },
    });
    const comparisons = compareRendered({
      unit: 'u',
      base: declared(configMap({ a: '1' })),
      head: declared(configMap({ a: '2' })),
      mask: createMask(),
    });
    const staleIn = (cluster: string) =>
      withStaleUsers([{ cluster: 'prod', comparisons }], [{ cluster, objects: [user] }], createMask())[0]
        ?.comparisons[0]?.change.staleUsers;
    assert.deepEqual(staleIn('prod'), ['StatefulSet/user']);
    assert.deepEqual(staleIn('staging'), []);
  });
}

test('a workload that restarts by the same pull request is not stale', () => {
  const web = (image: string) => deployment({ image, envFrom: [{ configMapRef: { name: 'web' } }] });
  const staleWith = (image: string) => {
    const head = declared(configMap({ a: '2' }), web(image));
    const comparisons = compareRendered({
      unit: 'u',
      base: declared(configMap({ a: '1' }), web('a')),
      head,
      mask: createMask(),
    });
    const neighbors = [{ cluster: undefined, objects: head.map((one) => one.object) }];
    return withStaleUsers([{ cluster: undefined, comparisons }], neighbors, createMask())[0]?.comparisons[0]
      ?.change.staleUsers;
  };
  assert.deepEqual(staleWith('a'), ['Deployment/web']);
  assert.deepEqual(staleWith('b'), []);
});
