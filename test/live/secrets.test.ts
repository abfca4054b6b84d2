import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { readFacts } from '../../src/live/fact.ts';
import { readLive } from '../../src/live/read-live.ts';
import type { Session } from '../../src/live/session.ts';
import { identityOf } from '../../src/object/identity.ts';
import { at, type Json } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { readAudit } from '../bed/audit.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity, identityUser, sessionOf, type Identity } from '../bed/identity.ts';
import { seed } from '../bed/seed.ts';
import { apply, askOne } from './asking.ts';

let bed: ControlPlane;
let identity: Identity;
let session: Session;

before(async () => {
  bed = await startControlPlane();
  identity = await addIdentity(bed, 'dry-run');
  session = await sessionOf(identity.cluster);
});

after(async () => {
  await proveNothingWritten(bed);
  await identity.cluster.close();
  await bed.stop();
});

const canary = 'zanzibar-canary-4711';

function secret(name: string, fields: Readonly<Record<string, Json>>): KubeObject {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: 'default' }, ...fields };
}

function hidesCanary(text: unknown): void {
  const shown = JSON.stringify(text);
  for (const form of [canary, Buffer.from(canary).toString('base64'), '815081508150']) {
    assert.ok(!shown.includes(form), shown);
  }
}

test('A Secret that may be dry-run and not read is compared with what lives, and its values are known to the mask', async () => {
  await seed(bed, [secret('kept', { stringData: { password: canary, user: 'admin' } })], 'kubectl');
  const fresh = await sessionOf(identity.cluster);
  assert.equal(fresh.mask.text(`login with ${canary} failed`), `login with ${canary} failed`);
  const answer = await askOne(
    fresh,
    apply(secret('kept', { stringData: { password: 'other-canary-1', user: 'admin' } })),
  );
  assert.ok(answer.live.kind === 'found' && answer.prediction.kind === 'object');
  assert.equal(at(answer.live.object, 'data', 'password'), Buffer.from(canary).toString('base64'));
  assert.equal(
    at(answer.prediction.object, 'data', 'password'),
    Buffer.from('other-canary-1').toString('base64'),
  );
  for (const value of [canary, 'other-canary-1', Buffer.from(canary).toString('base64')]) {
    assert.equal(fresh.mask.text(`login with ${value} failed`), 'login with *** failed');
  }
});

test('No value of a Secret stands in a refusal, whatever is wrong with it', async () => {
  const wrong: readonly KubeObject[] = [
    secret('a', { data: { password: `${canary}!` } }),
    secret('b', { stringData: { password: 815081508150 } }),
    secret('c', { stringData: { password: { deep: canary } } }),
    secret('d', { stringData: [canary] }),
    secret('e', { type: canary, stringDatum: canary }),
    secret('f', { type: 'kubernetes.io/dockerconfigjson', stringData: { '.dockerconfigjson': canary } }),
    secret('g', { type: 'kubernetes.io/tls', stringData: { 'tls.crt': canary } }),
    secret('h', { stringData: { [`no/key`]: canary } }),
    secret('i', { stringData: canary }),
    {
      ...secret('j', { stringData: { password: canary } }),
      metadata: { name: 'j', namespace: 'default', labels: { a: `${canary} ` } },
    },
  ];
  for (const object of wrong) {
    const fresh = await sessionOf(identity.cluster);
    const answer = await askOne(fresh, apply(object));
    assert.ok(answer.prediction.kind === 'refused', `${object.metadata.name}: ${answer.prediction.kind}`);
    assert.notEqual(answer.prediction.message, '');
    hidesCanary(answer.prediction.message);
    hidesCanary(answer.warnings);
  }
});

test('Secrets that rules and inventories name are read without their values', async () => {
  const object = secret('kept', {});
  await bed.admin.send({
    method: 'PATCH',
    path: '/apis/rbac.authorization.k8s.io/v1/clusterroles/proofline',
    contentType: 'application/json-patch+json',
    body: [
      {
        op: 'add',
        path: '/rules/-',
        value: { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list'] },
      },
    ],
  });
  const request = { cluster: 'bed', group: '', kind: 'Secret', namespace: 'default', name: undefined };
  let facts = await readFacts(new Map([['bed', session]]), [request]);
  while (facts(request).kind === 'gap') facts = await readFacts(new Map([['bed', session]]), [request]);
  const fact = facts(request);
  assert.ok(fact.kind === 'objects' && fact.objects.length === 1);
  assert.equal(fact.objects[0]?.kind, 'Secret');
  hidesCanary(fact.objects);
  const named = await readLive(session, { declared: [], named: [identityOf(object)] });
  const [live] = [...named.values()];
  assert.ok(live?.kind === 'found');
  assert.equal(live.object.metadata.name, 'kept');
  hidesCanary(live.object);
});

test('The values of Secrets that no unit declares are never asked for', async () => {
  const ours = (await readAudit(bed)).filter((event) => event.user.username === identityUser);
  const secrets = ours.filter((event) => event.objectRef?.resource === 'secrets');
  assert.notEqual(secrets.length, 0);
  const names = new Set(secrets.map((event) => event.objectRef?.name).filter((name) => name !== undefined));
  assert.deepEqual([...names].sort(), ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'kept']);
});
