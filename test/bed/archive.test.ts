import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';

import { fromArchive } from './archive.ts';
import { BedError } from './bed-error.ts';
import { thisPlatform } from './platform.ts';
import { scratch } from './scratch.ts';
import type { ArchiveSource } from './program.ts';

async function serve(test: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return `http://127.0.0.1:${String(address.port)}`;
}

function source(releases: string, sha512: string): ArchiveSource {
  const all = {
    'linux-amd64': sha512,
    'linux-arm64': sha512,
    'darwin-amd64': sha512,
    'darwin-arm64': sha512,
  };
  return { kind: 'archive', name: 'envtest', version: 'v1.35.0', releases, sha512: all };
}

async function archive(folder: string): Promise<Buffer> {
  await mkdir(join(folder, 'controller-tools/envtest'), { recursive: true });
  await writeFile(join(folder, 'controller-tools/envtest/etcd'), '#!/bin/sh\n', { mode: 0o755 });
  execFileSync('tar', ['-czf', join(folder, 'archive.tar.gz'), '-C', folder, 'controller-tools']);
  return readFile(join(folder, 'archive.tar.gz'));
}

it('unpacks the archive of this platform when it has the pinned checksum', async (test) => {
  const bytes = await archive(await scratch(test));
  const asked: string[] = [];
  const releases = await serve(test, (request, response) => {
    asked.push(request.url ?? '');
    response.end(bytes);
  });
  const into = await scratch(test);
  const pinned = source(releases, createHash('sha512').update(bytes).digest('hex'));
  const delivered = await fromArchive(pinned, { into, file: 'etcd', env: process.env, say: () => undefined });
  assert.equal(delivered, 'delivered');
  assert.deepEqual(asked, [`/envtest-v1.35.0/envtest-v1.35.0-${thisPlatform()}.tar.gz`]);
  assert.ok((await readdir(into)).includes('etcd'));
});

it('refuses an archive that was changed', async (test) => {
  const bytes = await archive(await scratch(test));
  const releases = await serve(test, (_request, response) => response.end(bytes));
  const into = await scratch(test);
  const delivery = { into, file: 'etcd', env: process.env, say: (): void => undefined };
  await assert.rejects(fromArchive(source(releases, '0'.repeat(128)), delivery), BedError);
  assert.deepEqual(await readdir(into), []);
});

it('is no source when the download breaks off', async (test) => {
  const releases = await serve(test, (_request, response) => {
    response.writeHead(200, { 'content-length': 1000 });
    response.write('half');
    setTimeout(() => response.destroy(), 50);
  });
  const into = await scratch(test);
  const delivered = await fromArchive(source(releases, ''), {
    into,
    file: 'etcd',
    env: process.env,
    say: () => undefined,
  });
  assert.ok(delivered !== 'delivered');
  assert.match(delivered.no, /broke off$/u);
});

it('gives up after three seconds on a host that does not answer, with one line for all programs', async (test) => {
  const releases = await serve(test, () => undefined);
  const heard: string[] = [];
  const delivery = {
    into: '/nowhere',
    file: 'etcd',
    env: process.env,
    say: (line: string) => heard.push(line),
  };
  const start = Date.now();
  const first = await fromArchive(source(releases, ''), delivery);
  const second = await fromArchive(source(releases, ''), { ...delivery, file: 'kube-apiserver' });
  assert.ok(Date.now() - start < 6000);
  assert.deepEqual(first, second);
  assert.equal(heard.length, 1);
  assert.match(heard[0] ?? '', /^the envtest archive on 127\.0\.0\.1:\d+ cannot be reached$/u);
});
