import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { at, isJsonArray, type Json } from '../../src/object/json.ts';
import { readAudit } from './audit.ts';
import { allParts, startControlPlane, type ControlPlane } from './control-plane.ts';
import { seed } from './seed.ts';

let bed: ControlPlane;

before(async () => {
  bed = await startControlPlane({ parts: allParts });
});
after(async () => {
  await bed.stop();
});

const labels = { app: 'web' };

it('makes a Deployment available: its Pod is bound to the Node and becomes Ready', async () => {
  await seed(bed, [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace: 'shop' },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [{ name: 'web', image: 'example.invalid/web:1' }] },
        },
      },
    },
  ]);
  const deployment = await until('/apis/apps/v1/namespaces/shop/deployments/web', (body) =>
    hasCondition(body, 'Available'),
  );
  assert.equal(at(deployment, 'status', 'readyReplicas'), 2);
  const { body } = await bed.admin.send({ method: 'GET', path: '/api/v1/namespaces/shop/pods' });
  const pods = at(body, 'items');
  assert.ok(isJsonArray(pods));
  assert.equal(pods.length, 2);
  for (const pod of pods) assert.equal(at(pod, 'spec', 'nodeName'), 'bed-node');
});

it('deletes a namespace for good', async () => {
  await seed(bed, [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'gone' } }]);
  await bed.admin.send({ method: 'DELETE', path: '/api/v1/namespaces/gone' });
  await until('/api/v1/namespaces/gone', (body) => body['reason'] === 'NotFound');
});

it('lets each part act under a name of its own', async () => {
  const users = new Set((await readAudit(bed)).map(({ user }) => user.username));
  for (const user of [
    'bed-kwok',
    'system:kube-scheduler',
    'system:serviceaccount:kube-system:deployment-controller',
  ]) {
    assert.ok(users.has(user), `${user} is not among ${[...users].join(', ')}`);
  }
});

type Body = Awaited<ReturnType<ControlPlane['admin']['send']>>['body'];

async function until(path: string, met: (body: Body) => boolean): Promise<Body> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const { body } = await bed.admin.send({ method: 'GET', path });
    if (met(body)) return body;
    assert.ok(Date.now() < deadline, `still after a minute: ${JSON.stringify(body)}`);
    await sleep(200);
  }
}

function hasCondition(body: Json, type: string): boolean {
  const conditions = at(body, 'status', 'conditions');
  return (
    isJsonArray(conditions) &&
    conditions.some((condition) => at(condition, 'type') === type && at(condition, 'status') === 'True')
  );
}
