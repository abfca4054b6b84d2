import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { at } from '../../src/object/json.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { sessionOf } from '../bed/identity.ts';
import { apply, askOne, configMap as askedMap } from '../live/asking.ts';
import { asIdentity, startGuarded, type Guarded } from './guarded.ts';

let guarded: Guarded;

before(async () => {
  guarded = await startGuarded();
});

after(async () => {
  await proveNothingWritten(guarded.bed);
  await guarded.end();
});

const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'written' }, data: { a: '1' } };

test('A real create, patch and delete by the identity is denied by the policy, and the same as dry run passes', async () => {
  await guarded.bed.admin.send({
    method: 'POST',
    path: '/api/v1/namespaces/default/configmaps',
    body: { ...configMap, metadata: { name: 'there' } },
  });
  const configMaps = '/api/v1/namespaces/default/configmaps';
  const tries = [
    ['POST', configMaps, configMap],
    ['PATCH', `${configMaps}/there`, { data: { a: '2' } }],
    ['DELETE', `${configMaps}/there`, undefined],
  ] as const;
  for (const [method, path, body] of tries) {
    const real = await asIdentity(guarded, method, path, body);
    assert.equal(real.status, 403);
    assert.match(
      real.message,
      /ValidatingAdmissionPolicy 'proofline-dry-run-only'.*Proofline may only dry-run/,
    );
    const dry = await asIdentity(guarded, method, `${path}?dryRun=All`, body);
    assert.ok(dry.status < 300, `${method} ${dry.status} ${dry.message}`);
  }
  const there = await guarded.bed.admin.send({ method: 'GET', path: `${configMaps}/there` });
  assert.equal(at(there.body, 'data', 'a'), '1');
  assert.equal((await guarded.bed.admin.send({ method: 'GET', path: `${configMaps}/written` })).status, 404);
});

test('A ServiceAccount may be asked for by dry run, like any other object', async () => {
  const path = '/api/v1/namespaces/default/serviceaccounts?dryRun=All';
  const body = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'asked' } };
  const dry = await asIdentity(guarded, 'POST', path, body);
  assert.equal(dry.status, 201, dry.message);
});

test('A webhook configuration may be asked for by dry run, and the guard denies it for real', async () => {
  const path = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
  const body = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'asked' },
    webhooks: [],
  };
  const dry = await asIdentity(guarded, 'POST', `${path}?dryRun=All`, body);
  assert.equal(dry.status, 201, dry.message);
  const real = await asIdentity(guarded, 'POST', path, body);
  assert.match(real.message, /ValidatingAdmissionPolicy 'proofline-dry-run-only'/);
  assert.equal((await guarded.bed.admin.send({ method: 'GET', path: `${path}/asked` })).status, 404);
});

test('What no policy can stop is refused by the rights: tokens, policies, exec, and acting as someone else', async () => {
  const policies = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies';
  await guarded.bed.admin.send({
    method: 'POST',
    path: '/api/v1/namespaces/default/pods',
    body: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'shell' },
      spec: { containers: [{ name: 'a', image: 'a' }] },
    },
  });
  const tries = [
    ['POST', '/api/v1/namespaces/proofline/serviceaccounts/proofline/token?dryRun=All', {}],
    ['DELETE', `${policies}/proofline-dry-run-only?dryRun=All`, undefined],
    ['DELETE', `${policies.replace('policies', 'policybindings')}/proofline-dry-run-only`, undefined],
    ['PATCH', `${policies}/proofline-dry-run-only`, {}],
    ['POST', '/api/v1/namespaces/default/pods/shell/exec?command=id', undefined],
    ['GET', '/api/v1/namespaces/default/pods/shell/log', undefined],
    ['GET', '/api/v1/nodes/any/proxy/', undefined],
  ] as const;
  for (const [method, path, body] of tries) {
    const reply = await asIdentity(guarded, method, path, body);
    assert.equal(reply.status, 403, path);
    assert.match(reply.message, /cannot \w+ resource/, path);
  }
});

test('What Proofline itself asks is a dry run, and the guard lets it pass', async () => {
  const session = await sessionOf(guarded.identity.cluster);
  const { prediction } = await askOne(session, apply(askedMap('asked', { a: '1' })));
  assert.equal(prediction.kind, 'object');
});
