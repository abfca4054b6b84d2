import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { Prediction } from '../../src/live/answer.ts';
import type { Session } from '../../src/live/session.ts';
import { at, type JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import type { Attempt } from '../../src/reconciler/attempt.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity, sessionOf, type Identity } from '../bed/identity.ts';
import { seed } from '../bed/seed.ts';
import { apply, askOne } from './asking.ts';

const manager = 'argocd-controller';

let bed: ControlPlane;
let identity: Identity;
let session: Session;

before(async () => {
  bed = await startControlPlane();
  identity = await addIdentity(bed);
  await seed(bed, [service('web', [{ name: 'http', port: 80 }])]);
  session = await sessionOf(identity.cluster);
});

after(async () => {
  await proveNothingWritten(bed);
  await identity.cluster.close();
  await bed.stop();
});

function service(name: string, ports: readonly JsonObject[]): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: 'default' },
    spec: { ports: [...ports], selector: { app: 'web' } },
  };
}

function put(object: KubeObject): Attempt {
  return { kind: 'put', object, manager, validation: 'Warn', stage: 0, comparedBy: manager };
}

function portsIn(prediction: Prediction | undefined): readonly unknown[] {
  const ports = prediction?.kind === 'object' ? at(prediction.object, 'spec', 'ports') : undefined;
  return Array.isArray(ports) ? ports.map((port: JsonObject) => port['port']) : [prediction?.kind];
}

test('What lives is also asked for as the reconciler compares it, and that answer is another one', async () => {
  const renamed = await askOne(session, put(service('web', [{ name: 'web', port: 8080 }])));
  assert.deepEqual([portsIn(renamed.prediction), portsIn(renamed.compared)], [[8080], [80, 8080]]);
  const moved = await askOne(session, put(service('web', [{ name: 'http', port: 8080 }])));
  assert.deepEqual([portsIn(moved.prediction), portsIn(moved.compared)], [[8080], ['refused']]);
});

test('An apply on the server is its own comparison, and what does not live is not compared', async () => {
  const own = { manager, force: true, comparedBy: manager };
  const there = await askOne(session, apply(service('web', [{ name: 'http', port: 80 }]), own));
  assert.equal(there.prediction.kind, 'object');
  assert.equal(there.compared, there.prediction);
  const made = await askOne(session, apply(service('other', [{ name: 'http', port: 80 }]), own));
  assert.equal(made.prediction.kind, 'object');
  assert.equal(made.compared, undefined);
});

test('What may not be shown is not compared, for whether that is refused would tell what it holds', async () => {
  const hidden = { ...session, shows: () => false };
  const moved = await askOne(hidden, put(service('web', [{ name: 'http', port: 8080 }])));
  assert.equal(moved.prediction.kind, 'object');
  assert.equal(moved.compared, undefined);
});

test('What is refused only after what lives was deleted says so, and whether that is made again', async () => {
  const http = { name: 'http', port: 80 };
  const wanted = (name: string) => service(name, [http, { name: 'http', port: 81 }]);
  const common = { manager: 'm', validation: 'Warn', stage: 0 } as const;
  const lostBy = async (attempt: Attempt): Promise<string | undefined> => {
    const { prediction } = await askOne(session, attempt);
    assert.ok(prediction.kind === 'refused', JSON.stringify(prediction));
    assert.match(prediction.message, /Duplicate value/);
    return prediction.lost;
  };
  const object = wanted('web');
  assert.equal(await lostBy({ ...common, kind: 'recreate', object }), 'deleted');
  assert.equal(await lostBy({ ...common, kind: 'recreate', object: wanted('absent') }), undefined);
  assert.equal(await lostBy({ ...common, kind: 'put', object }), undefined);
  const forced: Attempt = {
    ...common,
    kind: 'patch',
    object,
    type: 'application/merge-patch+json',
    body: { spec: object['spec'] ?? {} },
    recreatesAs: object,
  };
  assert.equal(await lostBy(forced), 'restored');
});
