import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { answer, path, reading, signal, withServer, type Handler } from './scripted-server.ts';

const write = { body: { a: 1 }, manager: 'm', validation: 'Strict' } as const;

test('Every mutating request carries dryRun=All; its body and headers are sent as they are', async () => {
  const seen: string[] = [];
  const record: Handler = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.push(
        `${request.headers['content-type']} ${request.headers.authorization} ${Buffer.concat(chunks).toString()}`,
      );
      assert.match(String(request.headers['user-agent']), /^proofline\/\d/);
      answer(200, {})(request, response);
    });
  };
  await withServer(record, async ({ cluster, log }) => {
    const { name: _name, ...collection } = path;
    await cluster.dryRunApply(path, { ...write, force: true }, signal);
    await cluster.dryRunApply(path, { ...write, force: false }, signal);
    await cluster.dryRunPatch(path, { ...write, type: 'application/merge-patch+json' }, signal);
    await cluster.dryRunPut(path, write, signal);
    await cluster.dryRunCreate(collection, write, signal);
    await cluster.dryRunDelete(path, 'Background', signal);
    const one = '/api/v1/namespaces/default/configmaps/a';
    const query = '?fieldManager=m&fieldValidation=Strict';
    assert.deepEqual(log, [
      `PATCH ${one}${query}&force=true&dryRun=All`,
      `PATCH ${one}${query}&dryRun=All`,
      `PATCH ${one}${query}&dryRun=All`,
      `PUT ${one}${query}&dryRun=All`,
      `POST /api/v1/namespaces/default/configmaps${query}&dryRun=All`,
      `DELETE ${one}?propagationPolicy=Background&dryRun=All`,
    ]);
  });
  assert.deepEqual(seen, [
    'application/apply-patch+yaml Bearer t {"a":1}',
    'application/apply-patch+yaml Bearer t {"a":1}',
    'application/merge-patch+json Bearer t {"a":1}',
    'application/json Bearer t {"a":1}',
    'application/json Bearer t {"a":1}',
    'application/json Bearer t ',
  ]);
});

test('A busy server is asked again after the time that it names, or after a growing pause', async () => {
  const busy = answer(429, {}, { 'retry-after': '7' });
  await withServer([busy, answer(503, {}), answer(200, { ok: true })], async ({ cluster, log }) => {
    const outcome = await cluster.get(path, reading, signal);
    assert.equal(outcome.kind === 'reply' && outcome.status, 200);
    assert.deepEqual(
      log.filter((line) => line.startsWith('sleep')),
      ['sleep 7000', 'sleep 1000'],
    );
  });
  await withServer(busy, async ({ cluster, log }) => {
    const outcome = await cluster.get(path, reading, signal);
    assert.equal(outcome.kind === 'reply' && outcome.status, 429);
    assert.equal(log.filter((line) => line.startsWith('GET')).length, 5);
  });
});

test('No more requests are in flight than were allowed, over connections that are kept', async () => {
  let now = 0;
  let most = 0;
  const slow: Handler = (request, response) => {
    now += 1;
    most = Math.max(most, now);
    setTimeout(() => {
      now -= 1;
      answer(200, {})(request, response);
    }, 5);
  };
  await withServer(slow, async ({ cluster, log, connections }) => {
    await Promise.all(Array.from({ length: 40 }, async () => cluster.get(path, reading, signal)));
    assert.equal(log.length, 40);
    assert.equal(most, 4);
    assert.equal(connections(), 4);
  });
});

test('A compressed answer, a page that is no JSON and a broken connection are told apart', async () => {
  const zipped: Handler = (_request, response) => {
    response
      .writeHead(200, { 'content-encoding': 'gzip', warning: '299 - "old, very old"' })
      .end(gzipSync('{"a":"b"}'));
  };
  const broken: Handler = (request) => request.socket.destroy();
  const page: Handler = (_request, response) => response.writeHead(404).end('404 page not found\n');
  await withServer([zipped, page, broken, answer(200, {})], async ({ cluster }) => {
    assert.deepEqual(await cluster.get(path, reading, signal), {
      kind: 'reply',
      status: 200,
      body: { a: 'b' },
      text: '',
      warnings: ['old, very old'],
    });
    assert.deepEqual(await cluster.get(path, reading, signal), {
      kind: 'reply',
      status: 404,
      body: undefined,
      text: '404 page not found\n',
      warnings: [],
    });
    const again = await cluster.get(path, reading, signal);
    assert.equal(again.kind === 'reply' && again.status, 200);
  });
  await withServer(broken, async ({ cluster }) => {
    const outcome = await cluster.get(path, reading, signal);
    assert.equal(outcome.kind === 'failure' && outcome.why, 'unreachable');
  });
});

test('A request ends at the deadline', async () => {
  await withServer(
    () => undefined,
    async ({ cluster }) => {
      const outcome = await cluster.get(path, reading, AbortSignal.timeout(50));
      assert.deepEqual(outcome, { kind: 'failure', why: 'timeout', message: 'the deadline passed' });
    },
  );
});
