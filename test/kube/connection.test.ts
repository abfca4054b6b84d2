import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { stringify } from 'yaml';

import { currentContext, loadAccess, type ClusterAccess } from '../../src/kube/access.ts';
import { ClusterError } from '../../src/kube/cluster-error.ts';
import { openCluster, type OpenCluster } from '../../src/kube/cluster.ts';
import { wallClock } from '../../src/kube/wall-clock.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let folder: string;
const signal = AbortSignal.timeout(60_000);
const path = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default', name: 'a' };
const reading = { metadataOnly: false };
const write = { body: { a: 1 }, manager: 'm', validation: 'Strict' } as const;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proofline-connection-'));
});

after(async () => {
  await rm(folder, { recursive: true });
});

interface Double {
  readonly cluster: OpenCluster;
  /** `METHOD url` of each request, and how long the client was told to sleep. */
  readonly log: readonly string[];
  readonly connections: () => number;
}

/** A server that answers by a script; its kubeconfig is made with `user`. */
async function withServer(
  handlers: Handler | readonly Handler[],
  use: (double: Double) => Promise<void>,
  user: object = { token: 't' },
): Promise<void> {
  const log: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    log.push(`${request.method} ${request.url}`);
    const handler =
      typeof handlers === 'function'
        ? handlers
        : handlers[log.filter((line) => !line.startsWith('sleep')).length - 1];
    if (handler === undefined) response.writeHead(500).end('unexpected request');
    else handler(request, response);
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const access = await accessOf(`http://127.0.0.1:${address.port}`, user);
  const clock = {
    ...wallClock,
    sleep: async (milliseconds: number) => void log.push(`sleep ${milliseconds}`),
  };
  const cluster = openCluster({ name: 'double', access, allowUnverifiedTls: true, clock, inFlight: 4 });
  try {
    await use({ cluster, log, connections: () => connections });
  } finally {
    await cluster.close();
    server.closeAllConnections();
    server.close();
  }
}

async function accessOf(
  server: string,
  user: object,
  cluster: object = { 'insecure-skip-tls-verify': true },
): Promise<ClusterAccess & { readonly kind: 'kubeconfig' }> {
  const file = join(await mkdtemp(join(folder, 'k-')), 'config');
  const config = {
    clusters: [{ name: 'c', cluster: { server, ...cluster } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'here', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'here',
  };
  await writeFile(file, stringify(config));
  return { kind: 'kubeconfig', files: [file], context: undefined };
}

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Handler {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

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

test('A rejected token is read again from its file before the request counts as rejected', async () => {
  const file = join(folder, 'token');
  await writeFile(file, 'old\n');
  const check: Handler = (request, response) => {
    const isNew = request.headers.authorization === 'Bearer new';
    answer(isNew ? 200 : 401, {})(request, response);
  };
  await withServer(
    check,
    async ({ cluster, log }) => {
      const rejected = await cluster.get(path, reading, signal);
      assert.equal(rejected.kind === 'reply' && rejected.status, 401);
      assert.equal(log.length, 2);
      await writeFile(file, 'new\n');
      const accepted = await cluster.get(path, reading, signal);
      assert.equal(accepted.kind === 'reply' && accepted.status, 200);
    },
    { tokenFile: file },
  );
});

test('A credential plugin is run as its kubeconfig says, and what it cannot give is a failure in its own words', async () => {
  const plugin = join(folder, 'plugin.sh');
  const credential =
    '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"from-$WHO-$(echo $KUBERNETES_EXEC_INFO | grep -c ExecCredential)"}}';
  await writeFile(plugin, `#!/bin/sh\ncat <<END\n${credential}\nEND\n`);
  await chmod(plugin, 0o755);
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: plugin,
    env: [{ name: 'WHO', value: 'plugin' }],
    interactiveMode: 'Never',
  };
  const check: Handler = (request, response) => {
    answer(request.headers.authorization === 'Bearer from-plugin-1' ? 200 : 401, {})(request, response);
  };
  await withServer(
    check,
    async ({ cluster }) => {
      const outcome = await cluster.get(path, reading, signal);
      assert.equal(outcome.kind === 'reply' && outcome.status, 200);
    },
    { exec },
  );
  await withServer(
    check,
    async ({ cluster, log }) => {
      const outcome = await cluster.get(path, reading, signal);
      assert.equal(outcome.kind === 'failure' && outcome.why, 'credential');
      assert.deepEqual(log, []);
    },
    { exec: { ...exec, command: join(folder, 'no-such-plugin') } },
  );
});

test('The first kubeconfig that names a thing wins, and an unknown context is said with those that are known', async () => {
  const first = await accessOf('https://first.invalid', { token: 'a' });
  const second = await accessOf('https://second.invalid', { token: 'b' });
  const both: ClusterAccess = { ...first, files: [...first.files, ...second.files] };
  const { config } = loadAccess('both', both);
  assert.equal(config.getCurrentCluster()?.server, 'https://first.invalid');
  assert.equal(config.getCurrentUser()?.token, 'a');
  assert.equal(currentContext(both), 'here');
  assert.throws(
    () => loadAccess('prod', { ...both, context: 'there' }),
    new ClusterError('prod', 'the kubeconfig has no usable context "there"; it has here'),
  );
  assert.throws(
    () => loadAccess('prod', { ...both, files: [join(folder, 'missing')] }),
    /cluster prod: the kubeconfig .*missing cannot be read/,
  );
});

test('The App refuses a kubeconfig that skips TLS verification; a person may use their own', async () => {
  const access = await accessOf('https://127.0.0.1:1', { token: 't' });
  const options = { name: 'prod', access, clock: wallClock, inFlight: 1 };
  assert.throws(
    () => openCluster({ ...options, allowUnverifiedTls: false }),
    /cluster prod: its kubeconfig skips TLS verification/,
  );
  await openCluster({ ...options, allowUnverifiedTls: true }).close();
  const verified = await accessOf('https://127.0.0.1:1', { token: 't' }, {});
  await openCluster({ ...options, access: verified, allowUnverifiedTls: false }).close();
});

test('Inside a cluster the token and the authority are those of the Pod', () => {
  const { config, tokenFile } = loadAccess('here', {
    kind: 'in-cluster',
    host: 'fd00::1',
    port: '443',
    folder,
  });
  assert.equal(config.getCurrentCluster()?.server, 'https://[fd00::1]:443');
  assert.equal(config.getCurrentCluster()?.skipTLSVerify, false);
  assert.equal(tokenFile, join(folder, 'token'));
});
