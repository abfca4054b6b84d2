import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { mergeKeysIn } from '../../../../src/live/merge-keys.ts';
import { loadOpenApi, OpenApiCache } from '../../../../src/live/open-api.ts';
import { patchStrategiesIn } from '../../../../src/live/patch-strategies.ts';
import type { Session } from '../../../../src/live/session.ts';
import { at, type JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import type { PatchStrategies } from '../../../../src/object/merge/patch-strategy.ts';
import { unseenEncoded, unseenValue } from '../../../../src/object/unseen-value.ts';
import { asSent } from '../../../../src/reconciler/flux/kustomization/apply/as-sent.ts';
import { proveNothingWritten } from '../../../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../../../bed/control-plane.ts';
import { addIdentity, sessionOf, type Identity } from '../../../bed/identity.ts';
import { apply, askOne, deployment } from '../../../live/asking.ts';

let bed: ControlPlane;
let identity: Identity;
let session: Session;
let strategies: PatchStrategies;

before(async () => {
  bed = await startControlPlane();
  identity = await addIdentity(bed);
  session = await sessionOf(identity.cluster);
  const kinds = [
    { group: '', version: 'v1', kind: 'Secret' },
    { group: 'apps', version: 'v1', kind: 'Deployment' },
    { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'Role' },
  ];
  const openApi = await loadOpenApi(session, kinds, new OpenApiCache());
  assert.ok(mergeKeysIn(openApi) !== undefined);
  strategies = patchStrategiesIn(openApi);
});

after(async () => {
  await proveNothingWritten(bed);
  await identity.cluster.close();
  await bed.stop();
});

function secret(fields: JsonObject): KubeObject {
  return { ...fields, apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', namespace: 'default' } };
}

function sent(object: KubeObject): JsonObject {
  return asSent(object, strategies);
}

test('A field that a built-in kind does not have is dropped, without which the server refuses it', async () => {
  const plain = deployment('typo');
  const typo = deployment('typo', { pod: { nodeSelectr: { a: 'b' }, nodeSelector: { a: 'b' } } });
  const refused = await askOne(session, apply(typo, { validation: 'Warn' }));
  assert.equal(refused.prediction.kind, 'refused');
  const expected = deployment('typo', { pod: { nodeSelector: { a: 'b' } } });
  assert.deepEqual(sent(typo), expected);
  assert.deepEqual(sent({ ...plain, status: { replicas: 1 } }), plain);
  const taken = await askOne(session, apply(asSent(typo, strategies), { validation: 'Warn' }));
  assert.equal(taken.prediction.kind, 'object');
});

test('Labels, annotations, data and other free keys stay, and so do fields of kinds that nobody described', () => {
  const marked = {
    ...deployment('free'),
    metadata: { name: 'free', labels: { a: 'b' }, annotations: { c: 'd' } },
  };
  assert.deepEqual(sent(marked), marked);
  const custom = { apiVersion: 'example.org/v1', kind: 'Widget', metadata: { name: 'w' }, any: { thing: 1 } };
  assert.deepEqual(sent(custom), custom);
});

test('The rules of roles are sent as they are', () => {
  const role = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'r', namespace: 'default' },
    rulez: [],
  };
  assert.deepEqual(sent(role), role);
});

test('The texts of a Secret become its data, over what is there', () => {
  const found = sent(secret({ data: { a: 'MQ==', b: 'Mg==' }, stringData: { b: 'drei', c: '' } }));
  assert.deepEqual(found['data'], { a: 'MQ==', b: 'ZHJlaQ==', c: '' });
  assert.equal(found['stringData'], undefined);
});

test('A value that is not known stays one that can be told', () => {
  const found = sent(secret({ stringData: { url: `https://u:${unseenValue}@host` } }));
  assert.deepEqual(found['data'], { url: unseenEncoded });
});

test('Cipher text passes for a text, and not for data', () => {
  const cipher = 'ENC[AES256_GCM,data:p673w==]';
  const sops = { mac: cipher };
  assert.equal(at(sent(secret({ stringData: { a: cipher }, sops })), 'sops'), undefined);
  assert.deepEqual(sent(secret({ data: { a: cipher }, sops })), secret({ data: { a: cipher }, sops }));
});

function definition(caBundle: string): KubeObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.org' },
    spec: { conversion: { strategy: 'Webhook', webhook: { clientConfig: { caBundle, url: 'https://a' } } } },
  };
}

test('A bundle that holds no certificate is left to whoever puts one there', () => {
  const bundle = ['spec', 'conversion', 'webhook', 'clientConfig', 'caBundle'];
  const placeholder = sent(definition(Buffer.from('\n').toString('base64')));
  assert.equal(at(placeholder, ...bundle), undefined);
  assert.equal(at(placeholder, 'spec', 'conversion', 'webhook', 'clientConfig', 'url'), 'https://a');
  assert.equal(at(sent(definition('no base64!')), ...bundle), undefined);
  assert.equal(at(sent(definition('')), ...bundle), '');
  const real = Buffer.from(bed.ca).toString('base64');
  assert.equal(at(sent(definition(real)), ...bundle), real);
});
