import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { currentContext, loadAccess, type ClusterAccess } from '../../src/kube/access.ts';
import { ClusterError } from '../../src/kube/cluster-error.ts';
import { openCluster } from '../../src/kube/cluster.ts';
import { wallClock } from '../../src/kube/wall-clock.ts';
import {
  accessOf,
  answer,
  folder,
  path,
  reading,
  signal,
  withServer,
  type Handler,
} from './scripted-server.ts';

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
  const { config } = await loadAccess('both', both);
  assert.equal(config.getCurrentCluster()?.server, 'https://first.invalid');
  assert.equal(config.getCurrentUser()?.token, 'a');
  assert.equal(await currentContext(both), 'here');
  await assert.rejects(
    loadAccess('prod', { ...both, context: 'there' }),
    new ClusterError('prod', 'the kubeconfig has no usable context "there"; it has here'),
  );
  await assert.rejects(
    loadAccess('prod', { ...both, files: [join(folder, 'missing')] }),
    /cluster prod: the kubeconfig .*missing cannot be read/,
  );
});

test('The App refuses a kubeconfig that skips TLS verification; a person may use their own', async () => {
  const access = await accessOf('https://127.0.0.1:1', { token: 't' });
  const options = { name: 'prod', access, clock: wallClock, inFlight: 1 };
  await assert.rejects(
    openCluster({ ...options, allowUnverifiedTls: false }),
    /cluster prod: its kubeconfig skips TLS verification/,
  );
  await (await openCluster({ ...options, allowUnverifiedTls: true })).close();
  const verified = await accessOf('https://127.0.0.1:1', { token: 't' }, {});
  await (await openCluster({ ...options, access: verified, allowUnverifiedTls: false })).close();
});

test('Inside a cluster the token and the authority are those of the Pod', async () => {
  const { config, tokenFile } = await loadAccess('here', {
    kind: 'in-cluster',
    host: 'fd00::1',
    port: '443',
    folder,
  });
  assert.equal(config.getCurrentCluster()?.server, 'https://[fd00::1]:443');
  assert.equal(config.getCurrentCluster()?.skipTLSVerify, false);
  assert.equal(tokenFile, join(folder, 'token'));
});
