import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import type { Server } from 'node:http';
import { after, before, test } from 'node:test';
import { createDeliveries } from '../../src/app/deliveries.ts';
import { createWebhookListener, webhookPath } from '../../src/app/webhook-listener.ts';
import type { Delivery } from '../../src/app/webhook-listener.ts';

const received: Delivery[] = [];
let server: Server;
let port = 0;

before(async () => {
  server = createWebhookListener((delivery) => {
    received.push(delivery);
    return Promise.resolve('accepted');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  port = address.port;
});

after(() => {
  server.close();
});

const github = { 'x-github-delivery': 'd-1', 'x-github-event': 'ping', 'x-hub-signature-256': 'sha256=00' };

async function post(path: string, headers: Record<string, string>, body: Iterable<string>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = request({ port, host: '127.0.0.1', path, method: 'POST', headers }, (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  });
  sent.on('error', reject);
  for (const part of body) sent.write(part);
  sent.end();
  return promise;
}

test('a delivery reaches the receiver with its body untouched', async () => {
  assert.equal(await post(webhookPath, github, ['{"a":', '"é"}']), 202);
  assert.deepEqual(received.at(-1), {
    id: 'd-1',
    name: 'ping',
    signature: 'sha256=00',
    payload: '{"a":"é"}',
  });
});

test('a request without GitHub headers is refused before its body is read', async () => {
  const seen = received.length;
  assert.equal(await post(webhookPath, {}, ['{}']), 400);
  assert.equal(received.length, seen);
});

test('a body that claims to be larger than GitHub sends is refused at once', async () => {
  const seen = received.length;
  const claim = { ...github, 'content-length': String(26 * 1024 * 1024), expect: '100-continue' };
  const { promise, resolve } = Promise.withResolvers<number>();
  const sent = request(
    { port, host: '127.0.0.1', path: webhookPath, method: 'POST', headers: claim },
    (response) => {
      resolve(response.statusCode ?? 0);
      sent.destroy();
    },
  );
  sent.on('error', () => resolve(0));
  sent.flushHeaders();
  assert.equal(await promise, 413);
  assert.equal(received.length, seen);
});

test('a repeated delivery is told from a new one until it is forgotten', () => {
  const deliveries = createDeliveries();
  assert.equal(deliveries.isNew('a'), true);
  assert.equal(deliveries.isNew('a'), false);
  deliveries.forget('a');
  assert.equal(deliveries.isNew('a'), true);
});
